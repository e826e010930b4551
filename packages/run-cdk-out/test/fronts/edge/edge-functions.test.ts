import { afterEach, describe, expect, test } from "@jest/globals";
import { send } from "../support.js";
import { type Echoed, answerText, closeAll, echo, startTestEdge } from "./edge-support.js";

afterEach(closeAll);

describe("the viewer-request function", () => {
  const start = (body: string, more: object = {}) =>
    startTestEdge({
      origins: { api: echo, other: answerText("other") },
      viewerRequest: `import cf from 'cloudfront';\nfunction handler(event) { const request = event.request; ${body} }`,
      ...more,
    });
  const echoed = async (body: string, target = "/start?a=1", headers = {}) =>
    JSON.parse((await send((await start(body)).endpoint, target, { headers })).text) as Echoed;

  test("sees the request as CloudFront shows it", async () => {
    const answer = await echoed(
      "request.headers['x-event'] = { value: JSON.stringify(event) }; return request;",
      "/start?a=1&a=2&b=%20&flag",
      ["Host", "h.example", "X-Two", "1", "X-Two", "2", "Cookie", "c=1; d=2", "Connection", "close"],
    );
    expect(JSON.parse(answer.headers["x-event"] ?? "")).toMatchObject({
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
    expect(answer.headers["x-event"]).not.toContain('"connection"');
  });

  test("changes uri, query, headers and cookies of what the origin gets; the behaviour stays", async () => {
    const answer = await echoed(
      `request.uri = '/rewritten'; request.querystring = { z: { value: '9' } };
       delete request.headers['x-irs-forged']; request.headers['x-irs-base'] = { value: request.headers.host.value };
       request.cookies = { only: { value: 'this' } }; return request;`,
      "/start?a=1",
      { host: "h.example", "x-irs-forged": "1", cookie: "session=1" },
    );
    expect(answer.url).toBe("/rewritten?z=9");
    expect(answer.headers).toMatchObject({ "x-irs-base": "h.example", cookie: "only=this" });
    expect(answer.headers).not.toHaveProperty("x-irs-forged");
  });

  test("leaves the query byte for byte if it does not touch it", async () => {
    expect((await echoed("return request;", "/?b=%2f&a=+&a=%20&&flag")).url).toBe("/?b=%2f&a=+&a=%20&&flag");
  });

  test("may answer itself", async () => {
    const edge = await start(
      `return { statusCode: 401, statusDescription: 'Unauthorized', headers: { 'content-type': { value: 'application/json' } },
        cookies: { a: { value: '1', attributes: 'Secure; Path=/' } }, body: { encoding: 'base64', data: 'e30=' } };`,
    );
    const answer = await send(edge.endpoint, "/");
    expect([answer.status, answer.text, answer.headers["x-cache"]]).toEqual([
      401,
      "{}",
      "FunctionGeneratedResponse from cloudfront",
    ]);
    expect(answer.headers["set-cookie"]).toEqual(["a=1; Secure; Path=/"]);
    expect(edge.origins["api"]?.requests).toHaveLength(0);
  });

  test("that throws is a 503, and its error is in the log", async () => {
    const edge = await start("throw new Error('broken function');");
    const answer = await send(edge.endpoint, "/");
    expect([answer.status, answer.headers["x-cache"]]).toEqual([503, "FunctionExecutionError from cloudfront"]);
    expect(answer.text).not.toContain("broken function");
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
    ["cf.createRequestOriginGroup({ originIds: ['api'], failoverCriteria: { statusCodes: [500] } }); return request;"],
  ])("that returns what CloudFront refuses is a 502: %s", async (body) => {
    const edge = await start(body);
    const answer = await send(edge.endpoint, "/");
    expect([answer.status, answer.headers["x-cache"]]).toEqual([502, "FunctionValidationError from cloudfront"]);
    expect(edge.origins["api"]?.requests).toHaveLength(0);
  });

  test("reads the key-value store that it is associated with", async () => {
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
    const answer = JSON.parse((await send(edge.endpoint, "/")).text) as Echoed;
    expect(answer.headers["x-key"]).toBe("arn:store/ring");
  });

  test("chooses another origin by its id", async () => {
    const edge = await start("cf.selectRequestOriginById('other'); return request;");
    expect((await send(edge.endpoint, "/")).text).toBe("other");
  });

  test("changes the origin's settings", async () => {
    const answer = await echoed(
      "cf.updateRequestOrigin({ hostHeader: 'inner.example', originPath: '/p', customHeaders: { 'x-c': '1' } }); return request;",
    );
    expect(answer).toMatchObject({ url: "/p/start?a=1", headers: { host: "inner.example", "x-c": "1" } });
  });
});

describe("the viewer-response function", () => {
  test("sees and changes status, headers, cookies and body", async () => {
    const edge = await startTestEdge({
      origins: { api: answerText("body", { "x-a": "1", "set-cookie": "s=1; Path=/" }) },
      viewerResponse: `function handler(event) { const response = event.response;
        response.headers['x-b'] = { value: response.headers['x-a'].value + response.cookies.s.attributes };
        delete response.headers['x-a']; response.statusCode = 203; return response; }`,
    });
    const answer = await send(edge.endpoint, "/");
    expect([answer.status, answer.text, answer.headers["x-b"]]).toEqual([203, "body", "1Path=/"]);
    expect(answer.headers).not.toHaveProperty("x-a");
    expect(answer.headers["set-cookie"]).toEqual(["s=1; Path=/"]);
  });

  test("does not run on errors of the origin", async () => {
    const edge = await startTestEdge({
      origins: { api: answerText("no", {}, 404) },
      viewerResponse: "function handler() { throw new Error('ran'); }",
    });
    expect((await send(edge.endpoint, "/")).status).toBe(404);
  });
});
