import { afterEach, describe, expect, test } from "@jest/globals";
import type { CustomErrorResponse } from "../../../src/fronts/edge/distribution-config.js";
import { latch, open, send } from "../fronts-fixture.js";
import { type Handler, type TestEdge, textOrigin, cachePolicy, closeAll, startCaching } from "./edge-fixture.js";

afterEach(closeAll);

/** An origin that returns the number of its requests. */
function counting(headers: Record<string, string> = {}, status = 200): Handler {
  let count = 0;
  return textOrigin(() => String((count += 1)), headers, status);
}

const cacheResult = async (edge: TestEdge, target: string, headers = {}) => {
  const response = await send(edge.endpoint, target, { headers });
  return `${response.text} ${String(response.headers["x-cache"]).split(" ")[0]}`;
};

describe("the cache", () => {
  test("the edge returns a cached response with its age", async () => {
    const edge = await startCaching(counting({ "cache-control": "max-age=60", etag: '"1"' }));
    expect(await cacheResult(edge, "/a")).toBe("1 Miss");
    const hit = await send(edge.endpoint, "/a");
    expect([hit.text, hit.headers["x-cache"], hit.headers["content-length"]]).toEqual([
      "1",
      "Hit from cloudfront",
      "1",
    ]);
    expect(Number(hit.headers["age"])).toBeGreaterThanOrEqual(0);
    expect(edge.stats()).toMatchObject({ requests: 2, hits: 1, misses: 1 });
  });

  test("a cached response that is aged beyond its time to live is fetched again", async () => {
    const edge = await startCaching(counting({ "cache-control": "max-age=86400" }));
    expect(await cacheResult(edge, "/a")).toBe("1 Miss");
    edge.age(86_000_000);
    expect(await cacheResult(edge, "/a")).toBe("1 Hit");
    edge.age(400_000);
    expect(await cacheResult(edge, "/a")).toBe("2 Miss");
  });

  test("the cache key contains exactly what the policy lists", async () => {
    const edge = await startCaching(
      counting(),
      cachePolicy({ headers: ["X-Auth"], cookies: ["session"], query: ["q"] }),
    );
    const results = [
      await cacheResult(edge, "/a?q=1"),
      await cacheResult(edge, "/a?q=2"),
      await cacheResult(edge, "/a?q=1&other=2", { "x-other": "1", cookie: "theme=dark" }),
      await cacheResult(edge, "/a?q=1", { "x-auth": "k" }),
      await cacheResult(edge, "/a?q=1", { cookie: "session=1" }),
      await cacheResult(edge, "/b?q=1"),
    ];
    expect(results).toEqual(["1 Miss", "2 Miss", "1 Hit", "3 Miss", "4 Miss", "5 Miss"]);
  });

  test("the cache key contains the path that the function returned", async () => {
    const edge = await startCaching(counting(), cachePolicy(), {
      viewerRequest: "function handler(event) { event.request.uri = '/same'; return event.request; }",
    });
    expect([await cacheResult(edge, "/a?x=1"), await cacheResult(edge, "/b")]).toEqual(["1 Miss", "1 Hit"]);
  });

  test.each([
    ["no-store", {}, false],
    ["private", {}, false],
    ["no-cache", {}, false],
    ["private", { MinTTL: 30 }, true],
    ["max-age=0", {}, false],
    ["max-age=0", { MinTTL: 30 }, true],
    ["max-age=60, s-maxage=0", {}, false],
    ["max-age=0, s-maxage=60", {}, true],
    ["max-age=60", { MaxTTL: 0 }, false],
    ["public", { DefaultTTL: 0 }, false],
    ["public", {}, true],
  ])("the edge caches a response with %s under the policy %j: %s", async (cacheControl, ttl, kept) => {
    const edge = await startCaching(counting({ "cache-control": cacheControl }), cachePolicy(ttl));
    await cacheResult(edge, "/");
    expect(await cacheResult(edge, "/")).toBe(kept ? "1 Hit" : "2 Miss");
  });

  test("the edge never uses the cache for POST", async () => {
    const edge = await startCaching(counting());
    await cacheResult(edge, "/");
    expect((await send(edge.endpoint, "/", { method: "POST" })).text).toBe("2");
  });

  test("the edge uses the cached response of a GET for HEAD", async () => {
    const edge = await startCaching(counting());
    await cacheResult(edge, "/");
    const head = await send(edge.endpoint, "/", { method: "HEAD" });
    expect([head.headers["x-cache"], head.headers["content-length"], head.text]).toEqual([
      "Hit from cloudfront",
      "1",
      "",
    ]);
  });

  test("the edge revalidates an expired response with the origin", async () => {
    const edge = await startCaching((request, response) => {
      const known = request.headers["if-none-match"] === '"v1"';
      response.writeHead(known ? 304 : 200, { etag: '"v1"', "cache-control": "max-age=0, s-maxage=1" });
      response.end(known ? undefined : "body");
    });
    await cacheResult(edge, "/");
    let result = await cacheResult(edge, "/");
    while (result === "body Hit") result = await cacheResult(edge, "/");
    expect(result).toBe("body RefreshHit");
    expect(edge.stats().refreshHits).toBe(1);
  });

  test("a purge removes the responses for a path, or all responses", async () => {
    const edge = await startCaching(counting(), cachePolicy({ query: ["q"] }));
    const all = async () => {
      const results: string[] = [];
      for (const target of ["/img/a", "/img/a?q=1", "/b"]) results.push(await cacheResult(edge, target));
      return results;
    };
    await all();
    edge.purge("/img/*");
    expect(await all()).toEqual(["4 Miss", "5 Miss", "3 Hit"]);
    edge.purge("/img/a?q=1");
    expect(await all()).toEqual(["4 Hit", "6 Miss", "3 Hit"]);
    edge.purge();
    expect(await all()).toEqual(["7 Miss", "8 Miss", "9 Miss"]);
  });

  test("the edge does not cache a response that was purged while it was fetched", async () => {
    const finish = latch();
    let count = 0;
    const edge = await startCaching((_, response) => {
      count += 1;
      response.write(String(count));
      void finish.opened.then(() => response.end());
    });
    const first = await open(edge.endpoint, "/");
    edge.purge("/");
    finish.open();
    first.resume();
    expect(await cacheResult(edge, "/")).toBe("2 Miss");
  });
});

describe("errors", () => {
  const start = (status: number, headers: Record<string, string>, errors: CustomErrorResponse[] = []) =>
    startCaching(counting(headers, status), cachePolicy(), { config: { CustomErrorResponses: errors } });
  const isKept = async (edge: TestEdge) => {
    await cacheResult(edge, "/");
    return (await cacheResult(edge, "/")) === "1 Error";
  };

  test.each([
    [404, {}, true],
    [503, { "cache-control": "no-store" }, true],
    [500, {}, true],
    [404, { "cache-control": "no-store" }, false],
    [410, { "cache-control": "no-store" }, false],
    [403, {}, false],
    [403, { "cache-control": "max-age=60" }, true],
    [401, { "cache-control": "max-age=60" }, false],
    [422, {}, false],
    [429, {}, false],
  ])("the edge caches status %i with the headers %j: %s", async (status, headers, kept) => {
    expect(await isKept(await start(status, headers))).toBe(kept);
  });

  test("the edge caches an error for the default time even if caching is off, but not if its minimum TTL is 0", async () => {
    expect(await isKept(await start(503, {}, [{ ErrorCode: 503, ErrorCachingMinTTL: 0 }]))).toBe(false);
    const disabled = cachePolicy({ DefaultTTL: 0, MaxTTL: 0 });
    expect(await isKept(await startCaching(counting({}, 503), disabled))).toBe(true);
  });

  test("the edge returns an expired response while the origin fails", async () => {
    let failing = false;
    const edge = await startCaching((_, response) => {
      response.writeHead(failing ? 500 : 200, { "cache-control": "s-maxage=1" });
      response.end(failing ? "broken" : "good");
    });
    await cacheResult(edge, "/");
    failing = true;
    const requests = edge.origins["api"]?.requests ?? [];
    while (requests.length < 2) expect(await cacheResult(edge, "/")).toBe("good Hit");
    expect(await cacheResult(edge, "/")).toBe("good Hit");
    expect(requests).toHaveLength(2);
  });
});

describe("conditions and ranges", () => {
  const text = "0123456789";
  const headers = { etag: '"v1"', "last-modified": "Wed, 01 Jan 2025 00:00:00 GMT", "content-type": "text/plain" };
  const get = async (edge: TestEdge, more: Record<string, string>) => send(edge.endpoint, "/", { headers: more });

  test("the edge returns 304 when the viewer's copy is current, with and without a cached response", async () => {
    for (const warm of [false, true]) {
      const edge = await startCaching(textOrigin(text, headers));
      if (warm) await get(edge, {});
      expect((await get(edge, { "if-none-match": '"v0", W/"v1"' })).status).toBe(304);
      expect((await get(edge, { "if-modified-since": "Wed, 01 Jan 2025 00:00:00 GMT" })).status).toBe(304);
      expect((await get(edge, { "if-none-match": '"v0"' })).text).toBe(text);
      expect(edge.origins["api"]?.requests).toHaveLength(1);
    }
  });

  test("the edge returns ranges of a cached response", async () => {
    const edge = await startCaching((_, response) => {
      response.writeHead(200, headers);
      response.write("0123");
      response.end("456789");
    });
    await get(edge, {});
    const part = await get(edge, { range: "bytes=2-5" });
    expect([part.status, part.text, part.headers["content-range"], part.headers["content-length"]]).toEqual([
      206,
      "2345",
      "bytes 2-5/10",
      "4",
    ]);
    expect((await get(edge, { range: "bytes=-3" })).text).toBe("789");
    expect((await get(edge, { range: "bytes=8-" })).text).toBe("89");
    expect((await get(edge, { range: "bytes=2-5", "if-range": '"v0"' })).text).toBe(text);
    const beyond = await get(edge, { range: "bytes=10-" });
    expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, "bytes */10"]);
    expect(edge.origins["api"]?.requests).toHaveLength(1);
  });

  test("the edge forwards a range request without a cached response, and does not cache the partial response", async () => {
    const edge = await startCaching((request, response) => {
      const part = request.headers.range !== undefined;
      response.writeHead(part ? 206 : 200, part ? { "content-range": "bytes 0-1/10" } : {});
      response.end(part ? "01" : text);
    });
    expect([(await get(edge, { range: "bytes=0-1" })).status, (await get(edge, {})).text]).toEqual([206, text]);
  });
});
