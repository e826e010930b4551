/** The fronts, connected as in the runner: the edge in front of an HTTP API and a function URL. */
import { afterEach, expect, test } from "@jest/globals";
import { PassThrough } from "node:stream";
import { startFunctionUrl } from "../../src/fronts/function-url.js";
import { startHttpApi } from "../../src/fronts/http-api.js";
import { type Edge, startEdge } from "../../src/fronts/edge/edge.js";
import type { Front } from "../../src/fronts/loopback-server.js";
import { ALL_METHODS, ALL_VIEWER_EXCEPT_HOST, CACHING_DISABLED } from "./edge/edge-fixture.js";
import { type FakeFunction, respondingFunction, open, send, streamingFunction, chunksOf } from "./fronts-fixture.js";

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

const never = (): FakeFunction => respondingFunction(() => ({ statusCode: 500 }));

test("the edge forwards a request with the origin secret to a function behind an HTTP API, and returns its response", async () => {
  const api = respondingFunction((event) => ({ statusCode: 201, body: event.body, cookies: ["s=1; HttpOnly"] }));
  const edge = await startAll(api, never());
  const response = await send(edge.endpoint, "/api/v1/render?wait=1", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer k", cookie: "irs_session=1" },
    body: '{"template":"t"}',
  });
  expect([response.status, response.text, response.headers["set-cookie"]]).toEqual([
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

test("a function URL with AWS_IAM accepts only the edge, and both stream the response", async () => {
  const body = new PassThrough();
  const image = streamingFunction(() => ({
    prelude: { statusCode: 200, headers: { "content-type": "image/png" } },
    body,
  }));
  const edge = await startAll(never(), image);
  const response = await open(edge.endpoint, "/img/t?text=a", { headers: { authorization: "Bearer k" } });
  const chunks = chunksOf(response);
  body.write("first");
  expect((await chunks.next()).value).toBe("first");
  body.end("second");
  expect((await chunks.next()).value).toBe("second");
  expect((await chunks.next()).done).toBe(true);
  // The signature of the origin access control replaces the Authorization header of the viewer.
  expect(image.events[0]?.headers).not.toHaveProperty("authorization");
  expect((await send(running[2]?.endpoint ?? "", "/img/t")).status).toBe(403);
});
