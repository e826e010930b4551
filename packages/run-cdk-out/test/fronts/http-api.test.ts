import { afterEach, describe, expect, test } from "@jest/globals";
import { type HttpApiOptions, startHttpApi } from "../../src/fronts/http-api.js";
import { type Front } from "../../src/fronts/loopback-server.js";
import { type FakeFunction, answering, gate, send } from "./support.js";

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

const ok = (): FakeFunction => answering(() => ({ statusCode: 200, body: "ok" }));

describe("the event of an HTTP API", () => {
  test("keeps the raw query, and joins what repeats", async () => {
    const api = ok();
    const endpoint = await start({ "GET /img/{template}": api });
    await send(endpoint, "/img/t1?a=1&a=2&title=caf%C3%A9+au%20lait&empty=&flag", {
      headers: ["Host", "x", "X-Tag", "one", "x-tag", "two", "Cookie", "a=1; b=2", "Cookie", "c=3"],
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

  test("tells of the request in its context", async () => {
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

  test("has the path decoded, an encoded slash within its parameter", async () => {
    const api = ok();
    const endpoint = await start({ "GET /files/{name}": api });
    await send(endpoint, "/files/a%2Fb%20c");
    expect(api.events[0]).toMatchObject({ rawPath: "/files/a/b c", pathParameters: { name: "a/b c" } });
  });

  test("loses what follows an encoded question mark in the path, as API Gateway does", async () => {
    const api = ok();
    const endpoint = await start({ $default: api });
    await send(endpoint, "/me%3Fadmin=true?x=1");
    expect(api.events[0]).toMatchObject({ rawPath: "/me", rawQueryString: "x=1" });
  });

  test("carries JSON as text and everything else as Base64", async () => {
    const api = ok();
    const endpoint = await start({ "POST /": api });
    const bytes = Buffer.from([0, 255, 128, 10]);
    const post = (type: string, body: Buffer | string) =>
      send(endpoint, "/", { method: "POST", headers: { "content-type": type }, body });
    await post("application/json; charset=utf-8", '{"ü":1}');
    await post("application/problem+json", "{}");
    await post("image/png", bytes);
    await post("application/x-www-form-urlencoded", "a=1");
    expect(api.events.map((event) => [event.body, event.isBase64Encoded])).toEqual([
      ['{"ü":1}', false],
      ["{}", false],
      [bytes.toString("base64"), true],
      [Buffer.from("a=1").toString("base64"), true],
    ]);
  });
});

describe("routing", () => {
  test("prefers literal over parameter over greedy over $default, and a method over ANY", async () => {
    const keys = [
      "$default",
      "ANY /{proxy+}",
      "GET /renders/{proxy+}",
      "GET /renders/{id}",
      "ANY /renders/{id}",
      "GET /renders/batches",
      "GET /renders/{id}/asset",
    ];
    const endpoint = await start(Object.fromEntries(keys.map((key) => [key, answering((event) => event.routeKey)])));
    const routeOf = async (method: string, target: string) => (await send(endpoint, target, { method })).text;
    expect(await routeOf("GET", "/renders/batches")).toBe("GET /renders/batches");
    expect(await routeOf("GET", "/renders/7")).toBe("GET /renders/{id}");
    expect(await routeOf("POST", "/renders/7")).toBe("ANY /renders/{id}");
    expect(await routeOf("GET", "/renders/7/asset")).toBe("GET /renders/{id}/asset");
    expect(await routeOf("GET", "/renders/7/other/deep")).toBe("GET /renders/{proxy+}");
    expect(await routeOf("PUT", "/renders/7/asset")).toBe("ANY /{proxy+}");
    expect(await routeOf("GET", "/")).toBe("$default");
  });

  test("answers 404 where no route leads", async () => {
    const endpoint = await start({ "GET /a": ok() });
    const answer = await send(endpoint, "/b");
    expect([answer.status, answer.text]).toEqual([404, '{"message":"Not Found"}']);
    expect((await send(endpoint, "/a", { method: "POST" })).status).toBe(404);
  });

  test("expects the stage's name before the path unless it is $default", async () => {
    const api = ok();
    const endpoint = await start({ "GET /a": api }, { stage: "v1" });
    expect((await send(endpoint, "/v1/a")).status).toBe(200);
    expect((await send(endpoint, "/a")).status).toBe(404);
    expect(api.events[0]?.rawPath).toBe("/v1/a");
  });
});

describe("answers", () => {
  test("carry status, headers, cookies and binary bodies of the function", async () => {
    const bytes = Buffer.from([0, 1, 254, 255]);
    const endpoint = await start({
      $default: answering(() => ({
        statusCode: 201,
        headers: { "Content-Type": "image/png", "X-Count": 3 },
        cookies: ["a=1; HttpOnly", "b=2"],
        body: bytes.toString("base64"),
        isBase64Encoded: true,
      })),
    });
    const answer = await send(endpoint, "/");
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ "content-type": "image/png", "x-count": "3" });
    expect(answer.headers["set-cookie"]).toEqual(["a=1; HttpOnly", "b=2"]);
    expect(answer.body).toEqual(bytes);
  });

  test("without a status code are the JSON body of a 200", async () => {
    const endpoint = await start({ $default: answering(() => ({ hello: "world" })) });
    const answer = await send(endpoint, "/");
    expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([
      200,
      "application/json",
      '{"hello":"world"}',
    ]);
  });

  test("are a 500 when the function fails or returns nonsense", async () => {
    const endpoint = await start({
      "GET /throws": answering(() => {
        throw new Error("secret detail");
      }),
      "GET /lines": answering(() => ({ statusCode: 200, headers: { "x-lines": "a\nb" } })),
      "GET /nonsense": answering(() => ({ statusCode: "many", body: 7 })),
    });
    for (const target of ["/throws", "/nonsense", "/lines"]) {
      const answer = await send(endpoint, target);
      expect([answer.status, answer.text]).toEqual([500, '{"message":"Internal Server Error"}']);
    }
  });

  test("have no body to HEAD", async () => {
    const endpoint = await start({ $default: ok() });
    const answer = await send(endpoint, "/", { method: "HEAD" });
    expect([answer.status, answer.headers["content-length"], answer.text]).toEqual([200, "2", ""]);
  });
});

describe("limits", () => {
  test("a body of more than 10 MB is a 413, one of exactly 10 MB arrives", async () => {
    const api = answering((event) => ({ statusCode: 200, body: String(event.body?.length) }));
    const endpoint = await start({ "POST /": api });
    const post = (bytes: number) =>
      send(endpoint, "/", {
        method: "POST",
        headers: { "content-type": "text/plain" },
        body: Buffer.alloc(bytes, "a"),
      });
    expect((await post(10_485_760)).text).toBe("10485760");
    const refused = await post(10_485_761);
    expect([refused.status, refused.text]).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect(api.events).toHaveLength(1);
  });

  test("more than 10,240 bytes of request line and headers are a 431", async () => {
    const endpoint = await start({ $default: ok() });
    expect((await send(endpoint, `/?${"q".repeat(9_000)}`)).status).toBe(200);
    expect((await send(endpoint, `/?${"q".repeat(9_000)}`, { headers: { "x-more": "m".repeat(1_300) } })).status).toBe(
      431,
    );
  });

  test("a function that outlasts the integration timeout is a 503", async () => {
    const finish = gate();
    const endpoint = await start({ $default: answering(() => finish.opened) }, { integrationTimeoutMs: 20 });
    const answer = await send(endpoint, "/");
    expect([answer.status, answer.text]).toEqual([503, '{"message":"Service Unavailable"}']);
    finish.open();
  });

  test("a function that has no free process is a 503", async () => {
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

  test("a preflight is answered without a function", async () => {
    const api = ok();
    const endpoint = await start({ $default: api }, { cors });
    const preflight = { origin: "https://app.example", "access-control-request-method": "POST" };
    const answer = await send(endpoint, "/", { method: "OPTIONS", headers: preflight });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "https://app.example",
      "access-control-allow-methods": "GET,POST",
      "access-control-allow-headers": "authorization",
      "access-control-allow-credentials": "true",
      "access-control-max-age": "60",
    });
    expect(api.events).toHaveLength(0);
  });

  test("only allowed origins see the headers", async () => {
    const endpoint = await start({ $default: ok() }, { cors });
    const allowed = await send(endpoint, "/", { headers: { origin: "https://app.example" } });
    expect(allowed.headers).toMatchObject({ "access-control-expose-headers": "etag", vary: "Origin" });
    const foreign = await send(endpoint, "/", { headers: { origin: "https://other.example" } });
    expect(foreign.headers).not.toHaveProperty("access-control-allow-origin");
  });
});
