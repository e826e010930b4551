import { afterEach, describe, expect, test } from "@jest/globals";
import { send } from "../fronts-fixture.js";
import {
  ALL_VIEWER_EXCEPT_HOST,
  CACHING_DISABLED,
  CACHING_OPTIMIZED,
  type Echoed,
  type TestDistribution,
  textOrigin,
  closeAll,
  echo,
  startTestEdge,
} from "./edge-fixture.js";

afterEach(closeAll);

const to = (TargetOriginId: string) => ({ TargetOriginId, CachePolicyId: CACHING_DISABLED });

describe("behaviors", () => {
  test("the edge uses the first behavior whose pattern matches, or the default behavior", async () => {
    const origins = Object.fromEntries(["rest", "img", "asset", "one"].map((id) => [id, textOrigin(id)]));
    const CacheBehaviors = [
      { PathPattern: "/api/v1/img/sign", ...to("rest") },
      { PathPattern: "/api/v1/img/*", ...to("img") },
      { PathPattern: "/renders/*/asset", ...to("asset") },
      { PathPattern: "/pages/?.html", ...to("one") },
    ];
    const edge = await startTestEdge({ origins, config: { CacheBehaviors } });
    const originOf = async (target: string) => (await send(edge.endpoint, target)).text;
    expect(await originOf("/api/v1/img/sign")).toBe("rest");
    expect(await originOf("/api/v1/img/abc?x=1")).toBe("img");
    expect(await originOf("/api/v1/IMG/abc")).toBe("rest");
    expect(await originOf("/renders/1/2/asset")).toBe("asset");
    expect(await originOf("/renders/1/asset/more")).toBe("rest");
    expect(await originOf("/pages/7.html")).toBe("one");
    expect(await originOf("/pages/77.html")).toBe("rest");
    expect(await originOf("/x/../api/v1/img/abc")).toBe("img");
    expect(await originOf("/api/v1/%69mg/abc")).toBe("img");
  });

  test("the edge returns 403 for a method that the behavior does not allow", async () => {
    const edge = await startTestEdge({
      origins: { api: echo },
      behavior: { AllowedMethods: ["GET", "HEAD"] },
    });
    const response = await send(edge.endpoint, "/", { method: "POST", body: "x" });
    expect([response.status, response.headers["x-cache"]]).toEqual([403, "Error from cloudfront"]);
    expect(edge.origins["api"]?.requests).toHaveLength(0);
  });

  test("the edge returns 403 for a GET with a body", async () => {
    const edge = await startTestEdge({ origins: { api: echo } });
    expect((await send(edge.endpoint, "/", { headers: { "content-length": "1" }, body: "x" })).status).toBe(403);
  });

  test("the edge accepts a URL of 8,192 bytes and returns 414 for a longer one", async () => {
    const edge = await startTestEdge({ origins: { api: textOrigin("ok") } });
    expect((await send(edge.endpoint, `/?${"q".repeat(8_190)}`)).status).toBe(200);
    expect((await send(edge.endpoint, `/?${"q".repeat(8_191)}`)).status).toBe(414);
  });

  test("the edge applies the viewer protocol policy", async () => {
    const start = (ViewerProtocolPolicy: "https-only" | "redirect-to-https") =>
      startTestEdge({ origins: { api: echo }, behavior: { ViewerProtocolPolicy } });
    expect((await send((await start("https-only")).endpoint, "/")).status).toBe(403);
    const redirect = await send((await start("redirect-to-https")).endpoint, "/a?b=1", {
      headers: { host: "h.example" },
    });
    expect([redirect.status, redirect.headers.location]).toEqual([301, "https://h.example/a?b=1"]);
  });

  test("the edge does not start when a policy, an origin or a function does not exist", async () => {
    const origins = { api: echo };
    const start = (behavior: NonNullable<TestDistribution["behavior"]>) => startTestEdge({ origins, behavior });
    await expect(start({ CachePolicyId: "none" })).rejects.toThrow(/unknown cache policy: none/);
    await expect(start({ TargetOriginId: "gone" })).rejects.toThrow(/no origin gone/);
    await expect(
      start({ FunctionAssociations: [{ EventType: "viewer-request", FunctionARN: "arn:x" }] }),
    ).rejects.toThrow(/the function arn:x, which the template does not have/);
  });
});

test("the edge does not start with an unsupported property, and names it", async () => {
  const origins = { api: echo };
  const unsupported = { LambdaFunctionAssociations: [{ EventType: "viewer-request" }] };
  await expect(startTestEdge({ origins, behavior: unsupported as never })).rejects.toThrow(
    /not supported by the local edge\s+→ at DefaultCacheBehavior.LambdaFunctionAssociations/,
  );
  const page = { ErrorCode: 404, ResponsePagePath: "/404.html", ResponseCode: 404 };
  await expect(startTestEdge({ origins, config: { CustomErrorResponses: [page as never] } })).rejects.toThrow(
    /CustomErrorResponses\[0\].ResponsePagePath/,
  );
});

describe("origin requests", () => {
  const originRequest = async (
    behavior: NonNullable<TestDistribution["behavior"]>,
    originSettings: object = {},
    policies: object = {},
  ) => {
    const edge = await startTestEdge({
      origins: { api: echo },
      originSettings: { api: originSettings },
      behavior,
      options: { policies: { cache: {}, originRequest: {}, responseHeaders: {}, ...policies } },
    });
    const headers = {
      host: "viewer.example",
      "user-agent": "tester",
      authorization: "Bearer k",
      cookie: "session=1; theme=dark",
      "accept-encoding": "gzip, br",
      "x-own": "1",
      "x-forwarded-for": "192.0.2.1",
      "x-local-origin-access": "forged",
      connection: "close",
    };
    const response = await send(edge.endpoint, "/a%20b/c?one=1&two=%2F", { headers });
    return JSON.parse(response.text) as Echoed;
  };

  test("AllViewerExceptHostHeader forwards the whole request with the host of the origin", async () => {
    const { url, headers } = await originRequest({
      CachePolicyId: CACHING_DISABLED,
      OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
    });
    expect(url).toBe("/a%20b/c?one=1&two=%2F");
    expect(headers).toMatchObject({
      host: "api.test",
      "user-agent": "tester",
      authorization: "Bearer k",
      cookie: "session=1; theme=dark",
      "accept-encoding": "gzip, br",
      "x-own": "1",
      "x-forwarded-for": "192.0.2.1, 127.0.0.1",
      via: "1.1 local.cloudfront.net (CloudFront)",
    });
    expect(headers["x-amz-cf-id"]).toBeDefined();
    expect(headers).not.toHaveProperty("x-local-origin-access");
  });

  test("AllViewer also forwards the host, except to a bucket", async () => {
    const allViewer = { OriginRequestPolicyId: "216adef6-5c7f-47e4-b989-5492eafa07d3" };
    expect((await originRequest(allViewer)).headers["host"]).toBe("viewer.example");
    expect((await originRequest(allViewer, { CustomOriginConfig: undefined })).headers["host"]).toBe("api.test");
  });

  test("without an origin request policy, the edge forwards neither query nor cookies nor headers", async () => {
    const { url, headers } = await originRequest({ CachePolicyId: CACHING_DISABLED, OriginRequestPolicyId: undefined });
    expect(url).toBe("/a%20b/c");
    expect(headers["user-agent"]).toBe("Amazon CloudFront");
    for (const name of ["authorization", "cookie", "x-own", "accept-encoding"])
      expect(headers).not.toHaveProperty(name);
  });

  test("CachingOptimized normalizes Accept-Encoding", async () => {
    const { headers } = await originRequest({ CachePolicyId: CACHING_OPTIMIZED });
    expect(headers["accept-encoding"]).toBe("br,gzip");
  });

  test("a policy of the template forwards exactly what it lists", async () => {
    const own = {
      HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["X-Own", "CloudFront-Viewer-Http-Version"] },
      CookiesConfig: { CookieBehavior: "allExcept", Cookies: ["theme"] },
      QueryStringsConfig: { QueryStringBehavior: "whitelist", QueryStrings: ["two"] },
    };
    const { url, headers } = await originRequest({ OriginRequestPolicyId: "own" }, {}, { originRequest: { own } });
    expect(url).toBe("/a%20b/c?two=%2F");
    expect(headers).toMatchObject({ "x-own": "1", cookie: "session=1", "cloudfront-viewer-http-version": "1.1" });
    expect(headers).not.toHaveProperty("authorization");
  });

  test("the path and the custom headers of an origin replace those of the viewer", async () => {
    const OriginCustomHeaders = [{ HeaderName: "X-Own", HeaderValue: "secret" }];
    const { url, headers } = await originRequest({}, { OriginPath: "/base", OriginCustomHeaders });
    expect(url).toBe("/base/a%20b/c?one=1&two=%2F");
    expect(headers["x-own"]).toBe("secret");
  });

  test("an origin access control replaces the Authorization header with the token of the edge", async () => {
    const { headers } = await originRequest({}, { OriginAccessControlId: "oac" });
    expect(headers["x-local-origin-access"]).toBe("token");
    expect(headers).not.toHaveProperty("authorization");
  });
});

test("the edge returns Set-Cookie headers only if the behavior forwards cookies", async () => {
  const origins = { api: textOrigin("ok", { "set-cookie": "s=1" }) };
  const forwarding = await startTestEdge({ origins });
  expect((await send(forwarding.endpoint, "/")).headers["set-cookie"]).toEqual(["s=1"]);
  const without = await startTestEdge({
    origins,
    behavior: { OriginRequestPolicyId: undefined },
  });
  expect((await send(without.endpoint, "/")).headers).not.toHaveProperty("set-cookie");
});
