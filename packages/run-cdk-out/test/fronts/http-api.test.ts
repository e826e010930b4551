import { afterEach, describe, expect, test } from "@jest/globals";
import { type HttpApiOptions, startHttpApi } from "../../src/fronts/http-api.js";
import type { Front } from "../../src/fronts/loopback-server.js";
import { type FakeFunction, respondingFunction, latch, send } from "./fronts-fixture.js";

const running: Front[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((front) => front.close()));
});

async function start(
  routes: Readonly<Record<string, FakeFunction>>,
  options: Partial<HttpApiOptions> = {},
): Promise<string> {
  const front = await startHttpApi({
    domainName: "abc123.execute-api.us-east-1.amazonaws.com",
    stage: "$default",
    routes: Object.entries(routes).map(([routeKey, invoker]) => ({ routeKey, invoker })),
    ...options,
  });
  running.push(front);
  return front.endpoint;
}

const ok = (): FakeFunction => respondingFunction(() => ({ statusCode: 200, body: "ok" }));

describe("the event of an HTTP API", () => {
  test("the event of an HTTP API contains the raw query, and joins repeated parameters and headers", async () => {
    const api = ok();
    const endpoint = await start({ "GET /img/{template}": api });
    await send(endpoint, "/img/t1?a=1&a=2&title=caf%C3%A9+au%20lait&empty=&flag", {
      headers: ["Host", "localhost", "X-Tag", "one", "x-tag", "two", "Cookie", "a=1; b=2", "Cookie", "c=3"],
    });
    const [event] = api.events;
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "GET /img/{template}",
      rawPath: "/img/t1",
      rawQueryString: "a=1&a=2&title=caf%C3%A9+au%20lait&empty=&flag",
      queryStringParameters: { a: "1,2", title: "café au lait", empty: "", flag: "" },
      pathParameters: { template: "t1" },
      cookies: ["a=1", "b=2", "c=3"],
      isBase64Encoded: false,
    });
    expect(event?.headers["x-tag"]).toBe("one,two");
    expect(event?.headers).not.toHaveProperty("cookie");
    expect(event).not.toHaveProperty("body");
  });

  test("the event of an HTTP API describes the request in its context", async () => {
    const api = ok();
    const endpoint = await start({ $default: api });
    await send(endpoint, "/any", { method: "DELETE", headers: { "user-agent": "tester/1" } });
    const context = api.events[0]?.requestContext;
    expect(context).toMatchObject({
      accountId: "000000000000",
      apiId: "abc123",
      domainName: "abc123.execute-api.us-east-1.amazonaws.com",
      domainPrefix: "abc123",
      http: { method: "DELETE", path: "/any", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "tester/1" },
      routeKey: "$default",
      stage: "$default",
    });
    expect(context?.["time"]).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    expect(typeof context?.["timeEpoch"]).toBe("number");
    expect(context?.["requestId"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("an HTTP API decodes the path, and keeps an encoded slash within its parameter", async () => {
    const api = ok();
    const endpoint = await start({ "GET /files/{name}": api });
    await send(endpoint, "/files/a%2Fb%20c");
    expect(api.events[0]).toMatchObject({ rawPath: "/files/a/b c", pathParameters: { name: "a/b c" } });
  });

  test("an HTTP API cuts the path at an encoded question mark, like API Gateway", async () => {
    const api = ok();
    const endpoint = await start({ $default: api });
    await send(endpoint, "/me%3Fadmin=true?x=1");
    expect(api.events[0]).toMatchObject({ rawPath: "/me", rawQueryString: "x=1" });
  });

  test("the event of an HTTP API contains JSON as text and other bodies as Base64", async () => {
    const api = ok();
    const endpoint = await start({ "POST /": api });
    const bytes = Buffer.from([0, 255, 128, 10]);
    const post = (type: string, body: Buffer | string) =>
      send(endpoint, "/", { method: "POST", headers: { "content-type": type }, body });
    await post("application/json; charset=utf-8", '{"ü":1}');
    await post("application/problem+json", "{}");
    await post("image/png", bytes);
    await post("application/x-www-form-urlencoded", "a=1");
    // A text cannot contain bytes that are not UTF-8.
    await post("application/json", Buffer.from([0x22, 0xff, 0x22]));
    expect(api.events.map((event) => [event.body, event.isBase64Encoded])).toEqual([
      ['{"ü":1}', false],
      ["{}", false],
      [bytes.toString("base64"), true],
      [Buffer.from("a=1").toString("base64"), true],
      ['"\ufffd"', false],
    ]);
  });
});

describe("routing", () => {
  test("an HTTP API prefers literal routes, then parameters, then greedy routes, then $default, and a method over ANY", async () => {
    const keys = [
      "$default",
      "ANY /{proxy+}",
      "GET /renders/{proxy+}",
      "GET /renders/{id}",
      "ANY /renders/{id}",
      "GET /renders/batches",
      "GET /renders/{id}/asset",
    ];
    const endpoint = await start(
      Object.fromEntries(keys.map((key) => [key, respondingFunction((event) => event.routeKey)])),
    );
    const routeOf = async (method: string, target: string) => (await send(endpoint, target, { method })).text;
    expect(await routeOf("GET", "/renders/batches")).toBe("GET /renders/batches");
    expect(await routeOf("GET", "/renders/7")).toBe("GET /renders/{id}");
    expect(await routeOf("POST", "/renders/7")).toBe("ANY /renders/{id}");
    expect(await routeOf("GET", "/renders/7/asset")).toBe("GET /renders/{id}/asset");
    expect(await routeOf("GET", "/renders/7/other/deep")).toBe("GET /renders/{proxy+}");
    expect(await routeOf("PUT", "/renders/7/asset")).toBe("ANY /{proxy+}");
    expect(await routeOf("GET", "/")).toBe("$default");
  });

  test("an HTTP API returns 404 when no route matches", async () => {
    const endpoint = await start({ "GET /a": ok() });
    const response = await send(endpoint, "/b");
    expect([response.status, response.text]).toEqual([404, '{"message":"Not Found"}']);
    expect((await send(endpoint, "/a", { method: "POST" })).status).toBe(404);
  });

  test("an HTTP API requires the name of the stage in the path unless it is $default", async () => {
    const api = ok();
    const endpoint = await start({ "GET /a": api }, { stage: "v1" });
    expect((await send(endpoint, "/v1/a")).status).toBe(200);
    expect((await send(endpoint, "/a")).status).toBe(404);
    expect(api.events[0]?.rawPath).toBe("/v1/a");
  });
});

describe("responses", () => {
  test("an HTTP API returns status, headers, cookies and binary body of the function", async () => {
    const bytes = Buffer.from([0, 1, 254, 255]);
    const endpoint = await start({
      $default: respondingFunction(() => ({
        statusCode: 201,
        headers: { "Content-Type": "image/png", "X-Count": 3 },
        cookies: ["a=1; HttpOnly", "b=2"],
        body: bytes.toString("base64"),
        isBase64Encoded: true,
      })),
    });
    const response = await send(endpoint, "/");
    expect(response.status).toBe(201);
    expect(response.headers).toMatchObject({ "content-type": "image/png", "x-count": "3" });
    expect(response.headers["set-cookie"]).toEqual(["a=1; HttpOnly", "b=2"]);
    expect(response.body).toEqual(bytes);
  });

  test("an HTTP API returns 200 with the result as JSON when the function returns no status code", async () => {
    const endpoint = await start({ $default: respondingFunction(() => ({ hello: "world" })) });
    const response = await send(endpoint, "/");
    expect([response.status, response.headers["content-type"], response.text]).toEqual([
      200,
      "application/json",
      '{"hello":"world"}',
    ]);
  });

  test("an HTTP API returns 500 when the function fails or returns an invalid response", async () => {
    const endpoint = await start({
      "GET /throws": respondingFunction(() => {
        throw new Error("secret detail");
      }),
      "GET /lines": respondingFunction(() => ({ statusCode: 200, headers: { "x-lines": "a\nb" } })),
      "GET /invalid": respondingFunction(() => ({ statusCode: "many", body: 7 })),
    });
    for (const target of ["/throws", "/invalid", "/lines"]) {
      const response = await send(endpoint, target);
      expect([response.status, response.text]).toEqual([500, '{"message":"Internal Server Error"}']);
    }
  });

  test("an HTTP API returns no body for HEAD", async () => {
    const endpoint = await start({ $default: ok() });
    const response = await send(endpoint, "/", { method: "HEAD" });
    expect([response.status, response.headers["content-length"], response.text]).toEqual([200, "2", ""]);
  });
});

describe("limits", () => {
  test("an HTTP API accepts a body of 10 MB and returns 413 for a larger one", async () => {
    const api = respondingFunction((event) => ({ statusCode: 200, body: String(event.body?.length) }));
    const endpoint = await start({ "POST /": api });
    const post = (bytes: number) =>
      send(endpoint, "/", {
        method: "POST",
        headers: { "content-type": "text/plain" },
        body: Buffer.alloc(bytes, "a"),
      });
    expect((await post(10_485_760)).text).toBe("10485760");
    const rejected = await post(10_485_761);
    expect([rejected.status, rejected.text]).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect(api.events).toHaveLength(1);
  });

  test("an HTTP API returns 431 for more than 10,240 bytes of request line and headers", async () => {
    const endpoint = await start({ $default: ok() });
    expect((await send(endpoint, `/?${"q".repeat(9_000)}`)).status).toBe(200);
    expect((await send(endpoint, `/?${"q".repeat(9_000)}`, { headers: { "x-more": "m".repeat(1_300) } })).status).toBe(
      431,
    );
  });

  test("an HTTP API returns 503 when the function exceeds the integration timeout", async () => {
    const finish = latch();
    const endpoint = await start({ $default: respondingFunction(() => finish.opened) }, { integrationTimeoutMs: 20 });
    const response = await send(endpoint, "/");
    expect([response.status, response.text]).toEqual([503, '{"message":"Service Unavailable"}']);
    finish.open();
  });

  test("an HTTP API returns 503 when the function is throttled", async () => {
    const busy = Object.assign(new Error("Rate Exceeded."), { name: "TooManyRequestsError" });
    const api = { ...ok(), invoke: () => Promise.reject(busy) };
    const endpoint = await start({ $default: api });
    expect((await send(endpoint, "/")).status).toBe(503);
  });
});

describe("CORS", () => {
  const cors = {
    AllowOrigins: ["https://app.example"],
    AllowMethods: ["GET", "POST"],
    AllowHeaders: ["authorization"],
    ExposeHeaders: ["etag"],
    MaxAge: 60,
    AllowCredentials: true,
  };

  test("an HTTP API responds to a preflight request without the function", async () => {
    const api = ok();
    const endpoint = await start({ $default: api }, { cors });
    const preflight = { origin: "https://app.example", "access-control-request-method": "POST" };
    const response = await send(endpoint, "/", { method: "OPTIONS", headers: preflight });
    expect(response.status).toBe(204);
    expect(response.headers).toMatchObject({
      "access-control-allow-origin": "https://app.example",
      "access-control-allow-methods": "GET,POST",
      "access-control-allow-headers": "authorization",
      "access-control-allow-credentials": "true",
      "access-control-max-age": "60",
    });
    expect(api.events).toHaveLength(0);
  });

  test("an HTTP API sends CORS headers to allowed origins only", async () => {
    const endpoint = await start({ $default: ok() }, { cors });
    const allowed = await send(endpoint, "/", { headers: { origin: "https://app.example" } });
    expect(allowed.headers).toMatchObject({ "access-control-expose-headers": "etag", vary: "Origin" });
    const foreign = await send(endpoint, "/", { headers: { origin: "https://other.example" } });
    expect(foreign.headers).not.toHaveProperty("access-control-allow-origin");
  });
});

test("an HTTP API renames the challenge of a function, as API Gateway does", async () => {
  const headers = { "WWW-Authenticate": "Bearer", etag: '"1"' };
  const endpoint = await start({ $default: respondingFunction(() => ({ statusCode: 401, headers, body: "" })) });
  const response = await send(endpoint, "/");
  expect(response.headers).toMatchObject({ etag: '"1"', "x-amzn-remapped-www-authenticate": "Bearer" });
  expect(response.headers).not.toHaveProperty("www-authenticate");
});
