/** The fronts together, as the runner joins them: the edge before an HTTP API and a function URL. */
import { afterEach, expect, test } from "@jest/globals";
import { PassThrough } from "node:stream";
import { startFunctionUrl } from "../../src/fronts/function-url.js";
import { startHttpApi } from "../../src/fronts/http-api.js";
import { type Edge, startEdge } from "../../src/fronts/edge/edge.js";
import { type Front } from "../../src/fronts/loopback-server.js";
import { ALL_METHODS, ALL_VIEWER_EXCEPT_HOST, CACHING_DISABLED } from "./edge/edge-support.js";
import { type FakeFunction, answering, open, send, streaming } from "./support.js";

const API = "abc.execute-api.us-east-1.amazonaws.com";
const URL_DOMAIN = "url.lambda-url.us-east-1.on.aws";
const running: Front[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((front) => front.close()));
});

async function startAll(api: FakeFunction, image: FakeFunction): Promise<Edge> {
  const httpApi = await startHttpApi({
    domainName: API,
    stage: "$default",
    routes: [{ routeKey: "$default", invoker: api }],
  });
  const functionUrl = await startFunctionUrl({
    domainName: URL_DOMAIN,
    invoker: image,
    invokeMode: "RESPONSE_STREAM",
    authType: "AWS_IAM",
    originToken: "token",
  });
  const fronts = new Map([
    [API, httpApi],
    [URL_DOMAIN, functionUrl],
  ]);
  const behavior = {
    AllowedMethods: ALL_METHODS,
    CachePolicyId: CACHING_DISABLED,
    OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
  };
  const OriginCustomHeaders = [{ HeaderName: "x-origin-secret", HeaderValue: "s3cret" }];
  const edge = await startEdge({
    distributionConfig: {
      Origins: [
        { Id: "api", DomainName: API, CustomOriginConfig: {}, OriginCustomHeaders },
        { Id: "image", DomainName: URL_DOMAIN, CustomOriginConfig: {}, OriginAccessControlId: "oac" },
      ],
      DefaultCacheBehavior: { ...behavior, TargetOriginId: "api" },
      CacheBehaviors: [{ ...behavior, PathPattern: "/img/*", TargetOriginId: "image" }],
    },
    functions: {},
    policies: { cache: {}, originRequest: {}, responseHeaders: {} },
    resolveOrigin: (domainName) => {
      const front = fronts.get(domainName);
      return front && { host: "127.0.0.1", port: front.port };
    },
    originTokenHeaders: { "x-local-origin-access": "token" },
    readKeyValue: async () => undefined,
    onLine: () => undefined,
  });
  running.push(edge, httpApi, functionUrl);
  return edge;
}

const never = (): FakeFunction => answering(() => ({ statusCode: 500 }));

test("a request reaches the function behind the HTTP API with the origin's secret, and its answer comes back", async () => {
  const api = answering((event) => ({ statusCode: 201, body: event.body, cookies: ["s=1; HttpOnly"] }));
  const edge = await startAll(api, never());
  const answer = await send(edge.endpoint, "/api/v1/render?wait=1", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer k", cookie: "irs_session=1" },
    body: '{"template":"t"}',
  });
  expect([answer.status, answer.text, answer.headers["set-cookie"]]).toEqual([
    201,
    '{"template":"t"}',
    ["s=1; HttpOnly"],
  ]);
  expect(api.events[0]).toMatchObject({
    rawPath: "/api/v1/render",
    rawQueryString: "wait=1",
    cookies: ["irs_session=1"],
    headers: { authorization: "Bearer k", "x-origin-secret": "s3cret", host: API },
  });
});

test("only the edge reaches a function URL under AWS_IAM, and its stream passes through both", async () => {
  const body = new PassThrough();
  const image = streaming(() => ({ prelude: { statusCode: 200, headers: { "content-type": "image/png" } }, body }));
  const edge = await startAll(never(), image);
  const response = await open(edge.endpoint, "/img/t?text=a", { headers: { authorization: "Bearer k" } });
  const chunks = (response.setEncoding("utf8") as AsyncIterable<string>)[Symbol.asyncIterator]();
  body.write("first");
  expect((await chunks.next()).value).toBe("first");
  body.end("second");
  expect((await chunks.next()).value).toBe("second");
  expect((await chunks.next()).done).toBe(true);
  // The signature of the origin access control took the place of the viewer's Authorization.
  expect(image.events[0]?.headers).not.toHaveProperty("authorization");
  expect((await send(running[2]?.endpoint ?? "", "/img/t")).status).toBe(403);
});
