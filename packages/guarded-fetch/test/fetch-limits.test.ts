import { afterEach, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { readBounded } from "../src/bounded-body.js";
import { createGuardedFetcher } from "../src/guarded-fetcher.js";
import { failureOf } from "./support/failure-of.js";
import { OpenServers, serveHttp, serveTcp } from "./support/loopback-servers.js";

const KB = 1024;
const MB = 1024 * KB;
const servers = new OpenServers();
afterEach(() => servers.closeAll());

const serve = (listener: RequestListener) => servers.add(serveHttp(listener));
const fetcher = createGuardedFetcher({ limits: { timeoutMs: 20_000, maxBytes: MB }, allowLoopback: true });
/** A fetcher that times out quickly, for servers that never finish. */
const shortTimeoutFetcher = createGuardedFetcher({ limits: { timeoutMs: 50, maxBytes: MB }, allowLoopback: true });

describe("the deadline of a fetch", () => {
  const timeout = { kind: "timeout", retryable: true };

  test("a fetch times out and closes the connection if the server sends nothing", async () => {
    const server = await servers.add(serveTcp((socket) => socket.resume()));
    const failure = await failureOf(shortTimeoutFetcher.fetch(server.origin));
    expect(failure).toMatchObject(timeout);
    expect(failure.message).toBe(`127.0.0.1:${server.port} did not send a complete response within 0.05 seconds.`);
    await server.idle();
  });

  test("a fetch times out and closes the connection if the TLS handshake never ends", async () => {
    const server = await servers.add(serveTcp((socket) => socket.resume()));
    expect(await failureOf(shortTimeoutFetcher.fetch(`https://127.0.0.1:${server.port}/`))).toMatchObject(timeout);
    await server.idle();
  });

  test("a fetch times out if the body arrives slowly, even without pauses", async () => {
    const server = await serve((_request, response) => {
      const drip = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(drip));
    });
    expect(await failureOf(shortTimeoutFetcher.fetch(server.origin))).toMatchObject(timeout);
    await server.idle();
  });

  test("a fetch times out if the headers arrive slowly", async () => {
    const server = await servers.add(
      serveTcp((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => socket.write("a: b\r\n"), 5);
        socket.on("close", () => clearInterval(drip));
      }),
    );
    expect(await failureOf(shortTimeoutFetcher.fetch(server.origin))).toMatchObject(timeout);
    await server.idle();
  });

  test("a fetch times out if the resolver never responds", async () => {
    const limits = { timeoutMs: 50, maxBytes: MB };
    const stuck = createGuardedFetcher({ limits, resolve: () => new Promise(() => undefined) });
    expect(await failureOf(stuck.fetch("https://pictures.example/"))).toMatchObject(timeout);
  });

  test("one deadline applies to all redirects of a fetch together", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "/hang" }).end();
    });
    expect(await failureOf(shortTimeoutFetcher.fetch(server.origin))).toMatchObject(timeout);
  });

  test("a request can shorten the deadline but not extend it", async () => {
    const server = await serve(() => undefined);
    expect(await failureOf(fetcher.fetch(server.origin, { timeoutMs: 50 }))).toMatchObject(timeout);
    expect(await failureOf(shortTimeoutFetcher.fetch(server.origin, { timeoutMs: 3_600_000 }))).toMatchObject(timeout);
  });
});

describe("the size limit of a fetch", () => {
  const tooLarge = { kind: "too-large", retryable: false };

  test("a body can be exactly as large as the limit", async () => {
    const server = await serve((_request, response) => void response.end(Buffer.alloc(MB, 7)));
    expect((await fetcher.fetch(server.origin)).bytes.equals(Buffer.alloc(MB, 7))).toBe(true);
  });

  test("a Content-Length that is too large is rejected before the body is read", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-length": MB + 1 }).flushHeaders();
    });
    const failure = await failureOf(fetcher.fetch(server.origin));
    expect(failure).toMatchObject(tooLarge);
    expect(failure.message).toBe(`The file at 127.0.0.1:${server.port} is larger than the limit of 1 MB.`);
    await server.idle();
  });

  test("an endless body is rejected at the limit, and the connection is closed", async () => {
    const server = await serve((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * KB)));
      };
      response.on("drain", pour);
      pour();
    });
    expect(await failureOf(fetcher.fetch(server.origin))).toMatchObject(tooLarge);
    await server.idle();
  });

  test("a request can lower the size limit but not raise it", async () => {
    const server = await serve((_request, response) => void response.write(Buffer.alloc(MB + 1)));
    expect(await failureOf(fetcher.fetch(server.origin, { maxBytes: 10 * KB }))).toMatchObject(tooLarge);
    expect(await failureOf(fetcher.fetch(server.origin, { maxBytes: 10 * MB }))).toMatchObject(tooLarge);
  });

  test("a body of one-byte chunks is complete and in order", async () => {
    const text = "0123456789".repeat(3000);
    const chunks = text.replace(/./g, (byte) => `1\r\n${byte}\r\n`);
    const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    const server = await servers.add(
      serveTcp((socket) => void socket.once("data", () => socket.end(`${head}${chunks}0\r\n\r\n`))),
    );
    expect((await fetcher.fetch(server.origin)).bytes.toString()).toBe(text);
  });

  test("with onOverflow = cut, a larger body is cut at the limit", async () => {
    const server = await serve((_request, response) => void response.write(Buffer.alloc(MB, "abc")));
    const response = await fetcher.fetch(server.origin, { maxBytes: 5, onOverflow: "cut" });
    expect([response.status, response.bytes.toString()]).toEqual([200, "abcab"]);
    const none = await fetcher.fetch(server.origin, { maxBytes: 0, onOverflow: "cut" });
    expect([none.status, none.bytes.length]).toEqual([200, 0]);
    await server.idle();
  });

  test("a body that arrives in several parts is cut at the limit, too", async () => {
    const parts = ["abc", "def", "ghi"].map((text) => Buffer.from(text));
    const read = (maxBytes: number) => {
      const body = (async function* () {
        for (const part of parts) yield await Promise.resolve(part);
      })();
      return readBounded(body, { host: "a.example", maxBytes, onOverflow: "cut" }).then(String);
    };
    expect([await read(5), await read(6), await read(9), await read(20)]).toEqual([
      "abcde",
      "abcdef",
      "abcdefghi",
      "abcdefghi",
    ]);
  });

  test("the size limit does not apply to the Content-Length of a HEAD response", async () => {
    const server = await serve((_request, response) => void response.setHeader("content-length", 100 * MB).end());
    const { headers, bytes } = await fetcher.fetch(server.origin, { method: "HEAD" });
    expect([headers["content-length"], bytes.length]).toEqual([`${100 * MB}`, 0]);
  });

  test("the size of the headers is limited", async () => {
    const server = await servers.add(
      serveTcp((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${`x: ${"y".repeat(1000)}\r\n`.repeat(20)}`);
      }),
    );
    const failure = await failureOf(fetcher.fetch(server.origin));
    expect(failure).toMatchObject(tooLarge);
    expect(failure.message).toMatch(/returned too many headers/);
  });
});

describe("content encodings", () => {
  const serveEncoded = (encoding: string, body: Buffer) =>
    serve((_request, response) => void response.setHeader("content-encoding", encoding).end(body));

  test.each([
    ["gzip", gzipSync("<svg/>")],
    ["X-GZIP", gzipSync("<svg/>")],
    ["deflate", deflateSync("<svg/>")],
    ["br", brotliCompressSync("<svg/>")],
    ["identity", Buffer.from("<svg/>")],
  ])("a body in the content encoding %s is decoded", async (encoding, body) => {
    const server = await serveEncoded(encoding, body);
    expect((await fetcher.fetch(server.origin)).bytes.toString()).toBe("<svg/>");
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(MB + 1))],
    ["deflate", deflateSync(Buffer.alloc(200 * MB))],
    ["br", brotliCompressSync(Buffer.alloc(MB + 1))],
  ])("the size limit also applies to the decoded body of %s", async (encoding, bomb) => {
    const server = await serveEncoded(encoding, bomb);
    expect(await failureOf(fetcher.fetch(server.origin))).toMatchObject({ kind: "too-large", retryable: false });
  });

  test.each(["gzip, gzip", "compress", "unknown"])("the content encoding %s is rejected", async (encoding) => {
    const server = await serveEncoded(encoding, gzipSync(gzipSync("x")));
    expect(await failureOf(fetcher.fetch(server.origin))).toMatchObject({ kind: "content", retryable: false });
  });

  test("a damaged or incomplete gzip body is rejected", async () => {
    for (const body of [Buffer.from("not gzip"), gzipSync(Buffer.alloc(KB)).subarray(0, 15)]) {
      const server = await serveEncoded("gzip", body);
      expect(await failureOf(fetcher.fetch(server.origin))).toMatchObject({ kind: "content", retryable: false });
    }
  });

  test("with onOverflow = cut, the body stays encoded", async () => {
    const server = await serveEncoded("gzip", gzipSync("<svg/>"));
    const response = await fetcher.fetch(server.origin, { onOverflow: "cut" });
    expect(response.bytes.equals(gzipSync("<svg/>"))).toBe(true);
  });
});

describe("failed connections", () => {
  const transient = { kind: "network", retryable: true };

  test("a refused connection is a retryable failure", async () => {
    const server = await serve(() => undefined);
    await servers.closeAll();
    const failure = await failureOf(fetcher.fetch(server.origin));
    expect(failure).toMatchObject({ ...transient, internal: "ECONNREFUSED" });
    expect(failure.message).toBe(`127.0.0.1:${server.port} could not be reached.`);
  });

  test("a reset before the response is a retryable failure", async () => {
    const server = await servers.add(serveTcp((socket) => void socket.once("data", () => socket.resetAndDestroy())));
    expect(await failureOf(fetcher.fetch(server.origin))).toMatchObject(transient);
  });

  test.each([
    ["less than its Content-Length", "content-length: 100\r\n\r\nhalf"],
    ["no last chunk", "transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
  ])("a body with %s is a retryable failure, never a complete body", async (_how, rest) => {
    for (const end of ["end", "resetAndDestroy"] as const) {
      const server = await servers.add(
        serveTcp((socket) => {
          void once(socket, "data").then(() => socket.write(`HTTP/1.1 200 OK\r\n${rest}`, () => socket[end]()));
        }),
      );
      expect(await failureOf(fetcher.fetch(server.origin))).toMatchObject(transient);
    }
  });

  test("a server that does not speak HTTP is a permanent failure", async () => {
    const server = await servers.add(
      serveTcp((socket) => void socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.6\r\n"))),
    );
    expect(await failureOf(fetcher.fetch(server.origin))).toMatchObject({ kind: "network", retryable: false });
  });
});
