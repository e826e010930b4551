import { afterEach, describe, expect, test } from "@jest/globals";
import type { IncomingMessage, RequestListener } from "node:http";
import { createGuardedFetcher, type GuardedFetcherOptions } from "../src/guarded-fetcher.js";
import { failureOf } from "./support/failure-of.js";
import { OpenServers, serveHttp } from "./support/loopback-servers.js";

const servers = new OpenServers();
afterEach(() => servers.closeAll());

function localFetcher(options: Partial<GuardedFetcherOptions> = {}) {
  return createGuardedFetcher({ limits: { timeoutMs: 20_000, maxBytes: 1024 }, allowLoopback: true, ...options });
}

const serve = (listener: RequestListener) => servers.add(serveHttp(listener));
const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

describe("redirects", () => {
  test("absolute and relative redirects are followed, and finalUrl is the last URL", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/a/start") redirectTo("next?x=1")(request, response);
      else if (request.url === "/a/next?x=1") redirectTo("/end", 308)(request, response);
      else response.end(request.url);
    });
    const response = await localFetcher().fetch(`${server.origin}/a/start`);
    expect(response.bytes.toString()).toBe("/end");
    expect(response.finalUrl).toBe(`${server.origin}/end`);
  });

  test("an unescaped UTF-8 Location is followed correctly", async () => {
    const location = Buffer.from("/größe", "utf8").toString("latin1");
    const server = await serve((request, response) => {
      if (request.url === "/") redirectTo(location)(request, response);
      else response.end(request.url);
    });
    expect((await localFetcher().fetch(server.origin)).bytes.toString()).toBe("/gr%C3%B6%C3%9Fe");
  });

  test("three redirects are followed, and a fourth fails the fetch", async () => {
    let requests = 0;
    const server = await serve((request, response) => {
      requests += 1;
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("end");
      else redirectTo(`/${left - 1}`)(request, response);
    });
    expect((await localFetcher().fetch(`${server.origin}/3`)).bytes.toString()).toBe("end");
    requests = 0;
    const failure = await failureOf(localFetcher().fetch(`${server.origin}/4`));
    expect(failure).toMatchObject({ kind: "redirect", retryable: false, status: 302 });
    expect(failure.message).toBe(`127.0.0.1:${server.port} redirected again after 3 redirects, which is the limit.`);
    expect(requests).toBe(4);
    const limits = { timeoutMs: 20_000, maxBytes: 1024, maxRedirects: 1 };
    expect((await localFetcher({ limits }).fetch(`${server.origin}/1`)).bytes.toString()).toBe("end");
    expect((await failureOf(localFetcher({ limits }).fetch(`${server.origin}/2`))).kind).toBe("redirect");
  });

  test.each([
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00:ec2::254]/",
    "https://[::ffff:169.254.169.254]/",
    "//192.168.0.1/",
    "https://0xa9fea9fe/",
  ])("a redirect to a private address is rejected: %s", async (location) => {
    const server = await serve(redirectTo(location));
    expect(await failureOf(localFetcher().fetch(server.origin))).toMatchObject({ kind: "blocked", retryable: false });
  });

  test("a redirect to a name that resolves to a private address is rejected", async () => {
    const server = await serve(redirectTo("https://inner.example/"));
    const fetcher = localFetcher({ resolve: () => Promise.resolve(["10.0.0.1"]) });
    expect((await failureOf(fetcher.fetch(server.origin))).kind).toBe("blocked");
  });

  test("the name of each hop is resolved and checked again", async () => {
    const server = await serve(redirectTo("/again"));
    const resolved = [["127.0.0.1"], ["10.0.0.1"]];
    const fetcher = localFetcher({ resolve: () => Promise.resolve(resolved.shift() ?? []) });
    expect((await failureOf(fetcher.fetch(`http://pictures.example:${server.port}/`))).kind).toBe("blocked");
  });

  test.each(["ftp://example.com/", "http://user:pass@127.0.0.1/", "https://example.com:22/", "http://["])(
    "a redirect to an invalid URL is rejected: %s",
    async (location) => {
      const server = await serve(redirectTo(location));
      expect(await failureOf(localFetcher().fetch(server.origin))).toMatchObject({
        kind: "redirect",
        retryable: false,
      });
    },
  );

  test("a redirect without a Location is rejected", async () => {
    const server = await serve((_request, response) => void response.writeHead(302).end());
    expect((await failureOf(localFetcher().fetch(server.origin))).kind).toBe("redirect");
  });

  test("redirects are not followed with redirects = refuse, and never for a POST", async () => {
    let reached = 0;
    const server = await serve((request, response) => {
      if (request.url === "/end") reached += 1;
      redirectTo("/end", 307)(request, response);
    });
    const failure = await failureOf(localFetcher().fetch(server.origin, { redirects: "refuse" }));
    expect(failure).toMatchObject({ kind: "redirect", status: 307 });
    expect(failure.message).toBe(`127.0.0.1:${server.port} returned a redirect, which is not allowed here.`);
    expect((await failureOf(localFetcher().fetch(server.origin, { method: "POST", body: "x" }))).kind).toBe("redirect");
    expect(reached).toBe(0);
  });

  test("redirects keep all headers within an origin, and only harmless headers to another origin", async () => {
    const seen: IncomingMessage["headers"][] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const first = await serve((request, response) => {
      seen.push(request.headers);
      redirectTo(request.url === "/" ? "/same" : `${other.origin}/`)(request, response);
    });
    const secrets = { Authorization: "Bearer k", cookie: "a=b", "x-api-key": "k", "webhook-signature": "v1,k" };
    await localFetcher().fetch(first.origin, { headers: { ...secrets, accept: "image/png" } });
    const [start, same, elsewhere] = seen;
    for (const headers of [start, same]) {
      expect(headers).toMatchObject({
        authorization: "Bearer k",
        cookie: "a=b",
        "x-api-key": "k",
        accept: "image/png",
      });
    }
    const known = ["accept", "accept-encoding", "connection", "host", "user-agent"];
    expect(Object.keys(elsewhere ?? {}).filter((name) => !known.includes(name))).toEqual([]);
    expect(elsewhere?.accept).toBe("image/png");
  });
});
