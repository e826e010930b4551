import { afterEach, describe, expect, test } from "@jest/globals";
import { send } from "../fronts-fixture.js";
import { type Echoed, textOrigin, closeAll, echo, startTestEdge } from "./edge-fixture.js";

afterEach(closeAll);

describe("the viewer-request function", () => {
  const start = (body: string, more: object = {}) =>
    startTestEdge({
      origins: { api: echo, other: textOrigin("other") },
      viewerRequest: `import cf from 'cloudfront';\nfunction handler(event) { const request = event.request; ${body} }`,
      ...more,
    });
  const echoed = async (body: string, target = "/start?a=1", headers = {}) =>
    JSON.parse((await send((await start(body)).endpoint, target, { headers })).text) as Echoed;

  test("a viewer-request function gets the event of CloudFront", async () => {
    const response = await echoed(
      "request.headers['x-event'] = { value: JSON.stringify(event) }; return request;",
      "/start?a=1&a=2&b=%20&flag",
      ["Host", "h.example", "X-Two", "1", "X-Two", "2", "Cookie", "c=1; d=2", "Connection", "close"],
    );
    expect(JSON.parse(response.headers["x-event"] ?? "")).toMatchObject({
      version: "1.0",
      context: { eventType: "viewer-request" },
      viewer: { ip: "127.0.0.1" },
      request: {
        method: "GET",
        uri: "/start",
        querystring: {
          a: { value: "1", multiValue: [{ value: "1" }, { value: "2" }] },
          b: { value: "%20" },
          flag: { value: "" },
        },
        headers: {
          host: { value: "h.example" },
          "x-two": { value: "1", multiValue: [{ value: "1" }, { value: "2" }] },
        },
        cookies: { c: { value: "1" }, d: { value: "2" } },
      },
    });
    expect(response.headers["x-event"]).not.toContain('"connection"');
  });

  test("a viewer-request function changes path, query, headers and cookies of the origin request", async () => {
    const response = await echoed(
      `request.uri = '/rewritten'; request.querystring = { z: { value: '9' } };
       delete request.headers['x-irs-forged']; request.headers['x-irs-base'] = { value: request.headers.host.value };
       request.cookies = { only: { value: 'this' } }; return request;`,
      "/start?a=1",
      { host: "h.example", "x-irs-forged": "1", cookie: "session=1" },
    );
    expect(response.url).toBe("/rewritten?z=9");
    expect(response.headers).toMatchObject({ "x-irs-base": "h.example", cookie: "only=this" });
    expect(response.headers).not.toHaveProperty("x-irs-forged");
  });

  test("the query stays identical if the viewer-request function does not change it", async () => {
    expect((await echoed("return request;", "/?b=%2f&a=+&a=%20&&flag")).url).toBe("/?b=%2f&a=+&a=%20&&flag");
  });

  test("a viewer-request function can return a response", async () => {
    const edge = await start(
      `return { statusCode: 401, statusDescription: 'Unauthorized', headers: { 'content-type': { value: 'application/json' } },
        cookies: { a: { value: '1', attributes: 'Secure; Path=/' } }, body: { encoding: 'base64', data: 'e30=' } };`,
    );
    const response = await send(edge.endpoint, "/");
    expect([response.status, response.text, response.headers["x-cache"]]).toEqual([
      401,
      "{}",
      "FunctionGeneratedResponse from cloudfront",
    ]);
    expect(response.headers["set-cookie"]).toEqual(["a=1; Secure; Path=/"]);
    expect(edge.origins["api"]?.requests).toHaveLength(0);
  });

  test("the edge returns 503 and logs the error when the viewer-request function throws", async () => {
    const edge = await start("throw new Error('broken function');");
    const response = await send(edge.endpoint, "/");
    expect([response.status, response.headers["x-cache"]]).toEqual([503, "FunctionExecutionError from cloudfront"]);
    expect(response.text).not.toContain("broken function");
    expect(edge.lines.join("\n")).toContain("broken function");
    expect(edge.stats()).toMatchObject({ requests: 1, functionErrors: 1, errors: 1 });
  });

  test.each([
    ["request.headers.host = { value: 'evil.example' }; return request;"],
    ["delete request.headers.host; return request;"],
    ["request.headers.via = { value: '1' }; return request;"],
    ["request.headers['x-amz-cf-id'] = { value: '1' }; return request;"],
    ["request.headers['X-Upper'] = { value: '1' }; return request;"],
    ["request.headers['x-lines'] = { value: 'a\\nb' }; return request;"],
    ["request.headers['x-bare'] = 'text'; return request;"],
    ["request.method = 'POST'; return request;"],
    ["request.uri = 'no-slash'; return request;"],
    ["request.querystring = { a: { value: 'b c' } }; return request;"],
    ["return { statusCode: 'ok' };"],
    ["return 'text';"],
    ["cf.selectRequestOriginById('nowhere'); return request;"],
    ["cf.updateRequestOrigin({ connectionAttempts: 4 }); return request;"],
    ["cf.updateRequestOrigin({ timeouts: { readTimeout: 121 } }); return request;"],
    ["cf.updateRequestOrigin({ timeouts: { responseCompletionTimeout: 0 } }); return request;"],
    ["cf.updateRequestOrigin({ timeouts: { connectionTimeout: 11 } }); return request;"],
    ["cf.createRequestOriginGroup({ originIds: ['api'], failoverCriteria: { statusCodes: [500] } }); return request;"],
  ])("the edge returns 502 for an invalid result of the viewer-request function: %s", async (body) => {
    const edge = await start(body);
    const response = await send(edge.endpoint, "/");
    expect([response.status, response.headers["x-cache"]]).toEqual([502, "FunctionValidationError from cloudfront"]);
    expect(edge.origins["api"]?.requests).toHaveLength(0);
  });

  test("a viewer-request function reads its key-value store", async () => {
    const code = `import cf from 'cloudfront';
      async function handler(event) {
        event.request.headers['x-key'] = { value: await cf.kvs().get('ring') };
        return event.request;
      }`;
    const edge = await start("", {
      options: {
        functions: { "arn:request": { code, keyValueStoreArn: "arn:store" } },
        readKeyValue: async (arn: string, key: string) => `${arn}/${key}`,
      },
    });
    const response = JSON.parse((await send(edge.endpoint, "/")).text) as Echoed;
    expect(response.headers["x-key"]).toBe("arn:store/ring");
  });

  test.each([
    "{ connectionAttempts: 1, timeouts: { readTimeout: 1, responseCompletionTimeout: 1, connectionTimeout: 1 } }",
    "{ connectionAttempts: 3, timeouts: { readTimeout: 120, connectionTimeout: 10 } }",
  ])("a viewer-request function can give the origin the settings %s", async (settings) => {
    const edge = await start(`cf.updateRequestOrigin(${settings}); return request;`);
    expect((await send(edge.endpoint, "/")).status).toBe(200);
  });

  test("a viewer-request function selects another origin by its ID", async () => {
    const edge = await start("cf.selectRequestOriginById('other'); return request;");
    expect((await send(edge.endpoint, "/")).text).toBe("other");
  });

  test("a viewer-request function changes the settings of the origin", async () => {
    const response = await echoed(
      "cf.updateRequestOrigin({ hostHeader: 'inner.example', originPath: '/p', customHeaders: { 'x-c': '1' } }); return request;",
    );
    expect(response).toMatchObject({ url: "/p/start?a=1", headers: { host: "inner.example", "x-c": "1" } });
  });
});

describe("the viewer-response function", () => {
  test("a viewer-response function reads and changes status, headers and cookies", async () => {
    const edge = await startTestEdge({
      origins: { api: textOrigin("body", { "x-a": "1", "set-cookie": "s=1; Path=/" }) },
      viewerResponse: `function handler(event) { const response = event.response;
        response.headers['x-b'] = { value: response.headers['x-a'].value + response.cookies.s.attributes };
        delete response.headers['x-a']; response.statusCode = 203; return response; }`,
    });
    const response = await send(edge.endpoint, "/");
    expect([response.status, response.text, response.headers["x-b"]]).toEqual([203, "body", "1Path=/"]);
    expect(response.headers).not.toHaveProperty("x-a");
    expect(response.headers["set-cookie"]).toEqual(["s=1; Path=/"]);
  });

  test("a viewer-response function does not run for error responses of the origin", async () => {
    const edge = await startTestEdge({
      origins: { api: textOrigin("no", {}, 404) },
      viewerResponse: "function handler() { throw new Error('ran'); }",
    });
    expect((await send(edge.endpoint, "/")).status).toBe(404);
  });
});
