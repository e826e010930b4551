import { afterEach, describe, expect, test } from "@jest/globals";
import { send } from "../support.js";
import {
  ALL_VIEWER_EXCEPT_HOST,
  CACHING_DISABLED,
  CACHING_OPTIMIZED,
  type Echoed,
  type TestDistribution,
  answerText,
  closeAll,
  echo,
  startTestEdge,
} from "./edge-support.js";

afterEach(closeAll);

const to = (TargetOriginId: string) => ({ TargetOriginId, CachePolicyId: CACHING_DISABLED });

describe("behaviours", () => {
  test("the first pattern that fits decides, in the distribution's order, else the default", async () => {
    const origins = Object.fromEntries(["rest", "img", "asset", "one"].map((id) => [id, answerText(id)]));
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

  test("methods that a behaviour does not allow are a 403, and no origin is asked", async () => {
    const edge = await startTestEdge({
      origins: { api: echo },
      behavior: { AllowedMethods: ["GET", "HEAD"] },
    });
    const answer = await send(edge.endpoint, "/", { method: "POST", body: "x" });
    expect([answer.status, answer.headers["x-cache"]]).toEqual([403, "Error from cloudfront"]);
    expect(edge.origins["api"]?.requests).toHaveLength(0);
  });

  test("a GET with a body is a 403", async () => {
    const edge = await startTestEdge({ origins: { api: echo } });
    expect((await send(edge.endpoint, "/", { headers: { "content-length": "1" }, body: "x" })).status).toBe(403);
  });

  test("a URL of 8,192 bytes passes, a longer one is a 414", async () => {
    const edge = await startTestEdge({ origins: { api: answerText("ok") } });
    expect((await send(edge.endpoint, `/?${"q".repeat(8_190)}`)).status).toBe(200);
    expect((await send(edge.endpoint, `/?${"q".repeat(8_191)}`)).status).toBe(414);
  });

  test("a viewer protocol policy is kept", async () => {
    const start = (ViewerProtocolPolicy: "https-only" | "redirect-to-https") =>
      startTestEdge({ origins: { api: echo }, behavior: { ViewerProtocolPolicy } });
    expect((await send((await start("https-only")).endpoint, "/")).status).toBe(403);
    const redirect = await send((await start("redirect-to-https")).endpoint, "/a?b=1", {
      headers: { host: "h.example" },
    });
    expect([redirect.status, redirect.headers.location]).toEqual([301, "https://h.example/a?b=1"]);
  });

  test("a distribution that names what is not there is refused at the start", async () => {
    const origins = { api: echo };
    const start = (behavior: NonNullable<TestDistribution["behavior"]>) => startTestEdge({ origins, behavior });
    await expect(start({ CachePolicyId: "none" })).rejects.toThrow(/unknown cache policy: none/);
    await expect(start({ TargetOriginId: "gone" })).rejects.toThrow(/no origin gone/);
    await expect(
      start({ FunctionAssociations: [{ EventType: "viewer-request", FunctionARN: "arn:x" }] }),
    ).rejects.toThrow(/function that is not there/);
  });
});

test("what the edge cannot play is refused at the start, by its name", async () => {
  const origins = { api: echo };
  const refused = { LambdaFunctionAssociations: [{ EventType: "viewer-request" }] };
  await expect(startTestEdge({ origins, behavior: refused as never })).rejects.toThrow(
    /not supported by the local edge\s+→ at DefaultCacheBehavior.LambdaFunctionAssociations/,
  );
  const page = { ErrorCode: 404, ResponsePagePath: "/404.html", ResponseCode: 404 };
  await expect(startTestEdge({ origins, config: { CustomErrorResponses: [page as never] } })).rejects.toThrow(
    /CustomErrorResponses\[0\].ResponsePagePath/,
  );
});

describe("what reaches an origin", () => {
  const ask = async (
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
    const answer = await send(edge.endpoint, "/a%20b/c?one=1&two=%2F", { headers });
    return JSON.parse(answer.text) as Echoed;
  };

  test("AllViewerExceptHostHeader: everything of the viewer, under the origin's host", async () => {
    const { url, headers } = await ask({
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

  test("AllViewer: the viewer's host too, except to a bucket", async () => {
    const allViewer = { OriginRequestPolicyId: "216adef6-5c7f-47e4-b989-5492eafa07d3" };
    expect((await ask(allViewer)).headers["host"]).toBe("viewer.example");
    expect((await ask(allViewer, { CustomOriginConfig: undefined })).headers["host"]).toBe("api.test");
  });

  test("no origin request policy: neither query nor cookies nor headers of the viewer", async () => {
    const { url, headers } = await ask({ CachePolicyId: CACHING_DISABLED, OriginRequestPolicyId: undefined });
    expect(url).toBe("/a%20b/c");
    expect(headers["user-agent"]).toBe("Amazon CloudFront");
    for (const name of ["authorization", "cookie", "x-own", "accept-encoding"])
      expect(headers).not.toHaveProperty(name);
  });

  test("CachingOptimized: Accept-Encoding is normalized", async () => {
    const { headers } = await ask({ CachePolicyId: CACHING_OPTIMIZED });
    expect(headers["accept-encoding"]).toBe("br,gzip");
  });

  test("a policy of the template: what it lists, and no more", async () => {
    const own = {
      HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["X-Own", "CloudFront-Viewer-Http-Version"] },
      CookiesConfig: { CookieBehavior: "allExcept", Cookies: ["theme"] },
      QueryStringsConfig: { QueryStringBehavior: "whitelist", QueryStrings: ["two"] },
    };
    const { url, headers } = await ask({ OriginRequestPolicyId: "own" }, {}, { originRequest: { own } });
    expect(url).toBe("/a%20b/c?two=%2F");
    expect(headers).toMatchObject({ "x-own": "1", cookie: "session=1", "cloudfront-viewer-http-version": "1.1" });
    expect(headers).not.toHaveProperty("authorization");
  });

  test("an origin's path and secret headers, over those of a viewer", async () => {
    const OriginCustomHeaders = [{ HeaderName: "X-Own", HeaderValue: "secret" }];
    const { url, headers } = await ask({}, { OriginPath: "/base", OriginCustomHeaders });
    expect(url).toBe("/base/a%20b/c?one=1&two=%2F");
    expect(headers["x-own"]).toBe("secret");
  });

  test("an origin access control: the edge's token in place of the viewer's Authorization", async () => {
    const { headers } = await ask({}, { OriginAccessControlId: "oac" });
    expect(headers["x-local-origin-access"]).toBe("token");
    expect(headers).not.toHaveProperty("authorization");
  });
});

test("set-cookie reaches the viewer only where cookies are forwarded", async () => {
  const origins = { api: answerText("ok", { "set-cookie": "s=1" }) };
  const forwarding = await startTestEdge({ origins });
  expect((await send(forwarding.endpoint, "/")).headers["set-cookie"]).toEqual(["s=1"]);
  const without = await startTestEdge({
    origins,
    behavior: { OriginRequestPolicyId: undefined },
  });
  expect((await send(without.endpoint, "/")).headers).not.toHaveProperty("set-cookie");
});
