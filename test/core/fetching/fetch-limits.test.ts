import { afterEach, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createGuardedFetcher } from "../../../core/fetching/guarded-fetcher.js";
import { faultOf } from "./support/fault-of.js";
import { OpenServers, serveHttp, serveTcp } from "./support/loopback-servers.js";

const KB = 1024;
const MB = 1024 * KB;
const servers = new OpenServers();
afterEach(() => servers.closeAll());

const serve = (listener: RequestListener) => servers.add(serveHttp(listener));
const fetcher = createGuardedFetcher({ limits: { timeoutMs: 20_000, maxBytes: MB }, allowLoopback: true });
/** Runs out at once for a server that never finishes. */
const hurried = createGuardedFetcher({ limits: { timeoutMs: 50, maxBytes: MB }, allowLoopback: true });

describe("the time of a fetch", () => {
  const timeout = { kind: "timeout", retryable: true };

  test("runs out when the server accepts and says nothing, and the connection is closed", async () => {
    const server = await servers.add(serveTcp((socket) => socket.resume()));
    const fault = await faultOf(hurried.fetch(server.origin));
    expect(fault).toMatchObject(timeout);
    expect(fault.message).toBe(`127.0.0.1:${server.port} did not answer in full within 0.05 seconds.`);
    await server.idle();
  });

  test("runs out during a TLS handshake that never ends, and the connection is closed", async () => {
    const server = await servers.add(serveTcp((socket) => socket.resume()));
    expect(await faultOf(hurried.fetch(`https://127.0.0.1:${server.port}/`))).toMatchObject(timeout);
    await server.idle();
  });

  test("runs out over a body that drips, however steadily it comes", async () => {
    const server = await serve((_request, response) => {
      const drip = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(drip));
    });
    expect(await faultOf(hurried.fetch(server.origin))).toMatchObject(timeout);
    await server.idle();
  });

  test("runs out over headers that drip", async () => {
    const server = await servers.add(
      serveTcp((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => socket.write("a: b\r\n"), 5);
        socket.on("close", () => clearInterval(drip));
      }),
    );
    expect(await faultOf(hurried.fetch(server.origin))).toMatchObject(timeout);
    await server.idle();
  });

  test("runs out over a resolver that never answers", async () => {
    const limits = { timeoutMs: 50, maxBytes: MB };
    const stuck = createGuardedFetcher({ limits, resolve: () => new Promise(() => undefined) });
    expect(await faultOf(stuck.fetch("https://pictures.example/"))).toMatchObject(timeout);
  });

  test("is one for all redirects together", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "/hang" }).end();
    });
    expect(await faultOf(hurried.fetch(server.origin))).toMatchObject(timeout);
  });

  test("can be shortened by a call, not lengthened", async () => {
    const server = await serve(() => undefined);
    expect(await faultOf(fetcher.fetch(server.origin, { timeoutMs: 50 }))).toMatchObject(timeout);
    expect(await faultOf(hurried.fetch(server.origin, { timeoutMs: 3_600_000 }))).toMatchObject(timeout);
  });
});

describe("the bytes of a fetch", () => {
  const tooLarge = { kind: "too-large", retryable: false };

  test("may fill the limit to the last one", async () => {
    const server = await serve((_request, response) => void response.end(Buffer.alloc(MB, 7)));
    expect((await fetcher.fetch(server.origin)).bytes.equals(Buffer.alloc(MB, 7))).toBe(true);
  });

  test("are refused by a declared length before any is read", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-length": MB + 1 }).flushHeaders();
    });
    const fault = await faultOf(fetcher.fetch(server.origin));
    expect(fault).toMatchObject(tooLarge);
    expect(fault.message).toBe(`The file at 127.0.0.1:${server.port} is larger than the 1 MB that are allowed.`);
    await server.idle();
  });

  test("are cut off in the middle of a stream that never ends, and the connection is closed", async () => {
    const server = await serve((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * KB)));
      };
      response.on("drain", pour);
      pour();
    });
    expect(await faultOf(fetcher.fetch(server.origin))).toMatchObject(tooLarge);
    await server.idle();
  });

  test("can be limited further by a call, not less", async () => {
    const server = await serve((_request, response) => void response.write(Buffer.alloc(MB + 1)));
    expect(await faultOf(fetcher.fetch(server.origin, { maxBytes: 10 * KB }))).toMatchObject(tooLarge);
    expect(await faultOf(fetcher.fetch(server.origin, { maxBytes: 10 * MB }))).toMatchObject(tooLarge);
  });

  test("are whole and in order when they come one a chunk", async () => {
    const text = "0123456789".repeat(3000);
    const chunks = text.replace(/./g, (byte) => `1\r\n${byte}\r\n`);
    const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    const server = await servers.add(
      serveTcp((socket) => void socket.once("data", () => socket.end(`${head}${chunks}0\r\n\r\n`))),
    );
    expect((await fetcher.fetch(server.origin)).bytes.toString()).toBe(text);
  });

  test("are cut at the limit where only the status counts", async () => {
    const server = await serve((_request, response) => void response.write(Buffer.alloc(MB, "abc")));
    const response = await fetcher.fetch(server.origin, { maxBytes: 5, onOverflow: "cut" });
    expect([response.status, response.bytes.toString()]).toEqual([200, "abcab"]);
    const none = await fetcher.fetch(server.origin, { maxBytes: 0, onOverflow: "cut" });
    expect([none.status, none.bytes.length]).toEqual([200, 0]);
    await server.idle();
  });

  test("are not expected of a HEAD, whatever length it declares", async () => {
    const server = await serve((_request, response) => void response.setHeader("content-length", 100 * MB).end());
    expect((await fetcher.fetch(server.origin, { method: "HEAD" })).headers["content-length"]).toBe(`${100 * MB}`);
  });

  test("of headers are limited too", async () => {
    const server = await servers.add(
      serveTcp((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${`x: ${"y".repeat(1000)}\r\n`.repeat(20)}`);
      }),
    );
    const fault = await faultOf(fetcher.fetch(server.origin));
    expect(fault).toMatchObject(tooLarge);
    expect(fault.message).toMatch(/more headers than are allowed/);
  });
});

describe("a content encoding that was not asked for", () => {
  const serveEncoded = (encoding: string, body: Buffer) =>
    serve((_request, response) => void response.setHeader("content-encoding", encoding).end(body));

  test.each([
    ["gzip", gzipSync("<svg/>")],
    ["X-GZIP", gzipSync("<svg/>")],
    ["deflate", deflateSync("<svg/>")],
    ["br", brotliCompressSync("<svg/>")],
    ["identity", Buffer.from("<svg/>")],
  ])("is undone: %s", async (encoding, body) => {
    const server = await serveEncoded(encoding, body);
    expect((await fetcher.fetch(server.origin)).bytes.toString()).toBe("<svg/>");
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(MB + 1))],
    ["deflate", deflateSync(Buffer.alloc(200 * MB))],
    ["br", brotliCompressSync(Buffer.alloc(MB + 1))],
  ])("does not get past the limit of bytes: %s", async (encoding, bomb) => {
    const server = await serveEncoded(encoding, bomb);
    expect(await faultOf(fetcher.fetch(server.origin))).toMatchObject({ kind: "too-large", retryable: false });
  });

  test.each(["gzip, gzip", "compress", "unheard-of"])("is refused if stacked or unknown: %s", async (encoding) => {
    const server = await serveEncoded(encoding, gzipSync(gzipSync("x")));
    expect(await faultOf(fetcher.fetch(server.origin))).toMatchObject({ kind: "content", retryable: false });
  });

  test("is refused if its data are damaged or end early", async () => {
    for (const body of [Buffer.from("not gzip"), gzipSync(Buffer.alloc(KB)).subarray(0, 15)]) {
      const server = await serveEncoded("gzip", body);
      expect(await faultOf(fetcher.fetch(server.origin))).toMatchObject({ kind: "content", retryable: false });
    }
  });

  test("is left as it came where the body may be cut", async () => {
    const server = await serveEncoded("gzip", gzipSync("<svg/>"));
    const response = await fetcher.fetch(server.origin, { onOverflow: "cut" });
    expect(response.bytes.equals(gzipSync("<svg/>"))).toBe(true);
  });
});

describe("a connection that fails", () => {
  const passing = { kind: "network", retryable: true };

  test("because nobody listens may be tried again", async () => {
    const server = await serve(() => undefined);
    await servers.closeAll();
    const fault = await faultOf(fetcher.fetch(server.origin));
    expect(fault).toMatchObject({ ...passing, internal: "ECONNREFUSED" });
    expect(fault.message).toBe(`127.0.0.1:${server.port} could not be reached.`);
  });

  test("by a reset before the answer may be tried again", async () => {
    const server = await servers.add(serveTcp((socket) => void socket.once("data", () => socket.resetAndDestroy())));
    expect(await faultOf(fetcher.fetch(server.origin))).toMatchObject(passing);
  });

  test.each([
    ["a length that is not reached", "content-length: 100\r\n\r\nhalf"],
    ["chunks without an end", "transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
  ])("in the middle of a body is never taken for its end: %s", async (_how, rest) => {
    for (const end of ["end", "resetAndDestroy"] as const) {
      const server = await servers.add(
        serveTcp((socket) => {
          void once(socket, "data").then(() => socket.write(`HTTP/1.1 200 OK\r\n${rest}`, () => socket[end]()));
        }),
      );
      expect(await faultOf(fetcher.fetch(server.origin))).toMatchObject(passing);
    }
  });

  test("to speak HTTP fails for good", async () => {
    const server = await servers.add(
      serveTcp((socket) => void socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.6\r\n"))),
    );
    expect(await faultOf(fetcher.fetch(server.origin))).toMatchObject({ kind: "network", retryable: false });
  });
});
