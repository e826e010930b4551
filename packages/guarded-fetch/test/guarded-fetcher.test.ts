import { afterEach, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { createGuardedFetcher, type GuardedFetcherOptions } from "../src/guarded-fetcher.js";
import { failureOf } from "./support/failure-of.js";
import { OpenServers, serveHttp } from "./support/loopback-servers.js";

const LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };
const servers = new OpenServers();
afterEach(() => servers.closeAll());

function localFetcher(options: Partial<GuardedFetcherOptions> = {}) {
  return createGuardedFetcher({ limits: LIMITS, allowLoopback: true, ...options });
}

const serve = (listener: RequestListener) => servers.add(serveHttp(listener));
const hello: RequestListener = (_request, response) => void response.end("hello");

describe("an exchange", () => {
  test("a fetch returns status, headers, bytes, and the final URL", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(201, { "X-Twice": ["a", "b"], "content-type": "text/plain" }).end("hello");
    });
    const response = await localFetcher().fetch(`${server.origin}/path?query=1`);
    expect(response.status).toBe(201);
    expect(response.headers).toMatchObject({ "x-twice": "a, b", "content-type": "text/plain" });
    expect(response.bytes.toString()).toBe("hello");
    expect(response.finalUrl).toBe(`${server.origin}/path?query=1`);
  });

  test("a fetch sends method, headers, and body, requests no encoding, and keeps no cookies", async () => {
    const requests: IncomingMessage[] = [];
    const bodies: string[] = [];
    const server = await serve((request, response) => {
      requests.push(request);
      request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on("end", () => response.setHeader("set-cookie", "a=b").end());
    });
    const fetcher = localFetcher();
    const headers = { "X-Render-Signature": "sha256=00", "Accept-Encoding": "gzip" };
    await fetcher.fetch(`${server.origin}/hook`, { method: "POST", headers, body: "{}" });
    await fetcher.fetch(`${server.origin}/again`);
    const [post, get] = requests;
    expect([post?.method, post?.url, bodies.join("")]).toEqual(["POST", "/hook", "{}"]);
    expect(post?.headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      "x-render-signature": "sha256=00",
      "accept-encoding": "identity",
    });
    expect(get?.headers.cookie).toBeUndefined();
  });

  test("a fetch returns any status that is not a redirect", async () => {
    const server = await serve((request, response) => {
      response.writeHead(Number(request.url?.slice(1))).end();
    });
    for (const status of [204, 304, 404, 410, 500]) {
      expect((await localFetcher().fetch(`${server.origin}/${status}`)).status).toBe(status);
    }
  });

  test("a fetch leaves no connection open", async () => {
    const server = await serve(hello);
    await localFetcher().fetch(server.origin);
    await server.idle();
  });
});

describe("the targets of a fetch", () => {
  const resolveTo =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses);

  test.each([
    ["private", ["10.0.0.1"]],
    ["loopback", ["127.0.0.1"]],
    ["IPv6 loopback", ["::1"]],
    ["link-local", ["169.254.169.254"]],
    ["unique-local", ["fd00:ec2::254"]],
    ["unspecified", ["0.0.0.0"]],
    ["shared", ["100.64.0.1"]],
    ["multicast", ["224.0.0.1"]],
    ["IPv4-mapped", ["::ffff:127.0.0.1"]],
    ["NAT64", ["64:ff9b::7f00:1"]],
    ["6to4", ["2002:7f00:1::"]],
    ["Teredo", ["2001:0:7f00:1::"]],
    ["scoped", ["fe80::1%lo"]],
    ["malformed", ["localhost"]],
    ["private, behind a public one", ["1.1.1.1", "10.0.0.1"]],
    ["private, before a public one", ["10.0.0.1", "1.1.1.1"]],
  ])("a name that resolves to an address that is not public is rejected: %s", async (_class, addresses) => {
    const fetcher = createGuardedFetcher({ limits: LIMITS, resolve: resolveTo(...addresses) });
    const failure = await failureOf(fetcher.fetch("https://pictures.example/a.png?key=secret"));
    expect(failure).toMatchObject({ kind: "blocked", retryable: false });
    expect(failure.message).toBe("pictures.example is not on the public internet, so the service cannot call it.");
    expect(failure.internal).toContain(addresses.join(", "));
  });

  test.each([
    ["10.0.0.1"],
    ["169.254.169.254"],
    ["::ffff:127.0.0.1"],
    ["0.0.0.0"],
    ["127.0.0.1", "10.0.0.1"],
    ["127.0.0.1", "1.1.1.1"],
  ])("with allowLoopback, a name that resolves to another address is rejected: %s %s", async (...addresses) => {
    const fetcher = localFetcher({ resolve: resolveTo(...addresses) });
    expect((await failureOf(fetcher.fetch("https://pictures.example/"))).kind).toBe("blocked");
  });

  test("with allowLoopback, http to a name that resolves to a public address is rejected", async () => {
    const failure = await failureOf(localFetcher({ resolve: resolveTo("1.1.1.1") }).fetch("http://pictures.example/"));
    expect(failure).toMatchObject({ kind: "invalid-url", retryable: false });
  });

  test("without allowLoopback, loopback is not reached by address or name", async () => {
    let requests = 0;
    const server = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const fetcher = createGuardedFetcher({ limits: LIMITS });
    for (const host of ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"]) {
      expect((await failureOf(fetcher.fetch(`https://${host}:${server.port}/`))).kind).toBe("blocked");
      expect((await failureOf(fetcher.fetch(`http://${host}:${server.port}/`))).kind).toBe("invalid-url");
    }
    expect(requests).toBe(0);
  });

  test("the connection uses the checked address: a name is resolved once, so DNS rebinding is impossible", async () => {
    const server = await serve(hello);
    const asked: string[] = [];
    const fetcher = localFetcher({
      resolve: async (hostname) => {
        asked.push(hostname);
        return asked.length === 1 ? ["127.0.0.1"] : ["169.254.169.254"];
      },
    });
    const response = await fetcher.fetch(`http://pictures.example:${server.port}/`);
    expect(response.bytes.toString()).toBe("hello");
    expect(asked).toEqual(["pictures.example"]);
  });

  test("the connection uses another checked address if the first one is not reachable", async () => {
    const server = await serve(hello);
    const fetcher = localFetcher({ resolve: resolveTo("::1", "127.0.0.1") });
    const response = await fetcher.fetch(`http://pictures.example:${server.port}/`);
    expect(response.bytes.toString()).toBe("hello");
  });

  test("the Host header contains the name of the URL, not the address", async () => {
    const server = await serve((request, response) => void response.end(request.headers.host));
    const fetcher = localFetcher({ resolve: resolveTo("127.0.0.1") });
    const response = await fetcher.fetch(`http://pictures.example:${server.port}/`);
    expect(response.bytes.toString()).toBe(`pictures.example:${server.port}`);
  });

  test("an unknown name is a permanent failure, and a failed resolver is a retryable failure", async () => {
    const failWith = (code: string) => () => Promise.reject(Object.assign(new Error("internal text"), { code }));
    const missing = await failureOf(localFetcher({ resolve: failWith("ENOTFOUND") }).fetch("https://no.example/"));
    expect(missing).toMatchObject({ kind: "network", retryable: false });
    expect(missing.message).toBe("The host no.example does not exist.");
    const empty = await failureOf(localFetcher({ resolve: resolveTo() }).fetch("https://no.example/"));
    expect(empty).toMatchObject({ kind: "network", retryable: false });
    const down = await failureOf(localFetcher({ resolve: failWith("EAI_AGAIN") }).fetch("https://no.example/"));
    expect(down).toMatchObject({ kind: "network", retryable: true });
  });
});

describe("a caller's signal", () => {
  test("the caller's signal aborts a fetch with its reason and closes the connection", async () => {
    const reason = new Error("the render was aborted");
    const controller = new AbortController();
    const server = await serve((_request, response) => {
      response.write("first");
      controller.abort(reason);
    });
    await expect(localFetcher().fetch(server.origin, { signal: controller.signal })).rejects.toBe(reason);
    await server.idle();
  });

  test("a fetch with an aborted signal does not start", async () => {
    const reason = new Error("too late");
    const signal = AbortSignal.abort(reason);
    const resolve = () => Promise.reject(new Error("must not be called"));
    await expect(localFetcher({ resolve }).fetch("https://a.example/", { signal })).rejects.toBe(reason);
  });

  test("the caller's signal aborts the wait for a resolver that never responds", async () => {
    const asked = new EventTarget();
    const resolve = () => {
      asked.dispatchEvent(new Event("asked"));
      return new Promise<string[]>(() => undefined);
    };
    const controller = new AbortController();
    void once(asked, "asked").then(() => controller.abort(new Error("aborted by the caller")));
    await expect(localFetcher({ resolve }).fetch("https://a.example/", { signal: controller.signal })).rejects.toThrow(
      "aborted by the caller",
    );
  });
});
