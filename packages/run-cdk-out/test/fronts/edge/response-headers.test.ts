import { afterEach, describe, expect, test } from "@jest/globals";
import { send } from "../fronts-fixture.js";
import { ALL_METHODS, textOrigin, closeAll, startTestEdge } from "./edge-fixture.js";

afterEach(closeAll);

describe("response headers policies", () => {
  const start = (ResponseHeadersPolicyId: string, own: object = {}, headers = {}) =>
    startTestEdge({
      origins: { api: textOrigin("ok", headers) },
      behavior: { ResponseHeadersPolicyId, AllowedMethods: ALL_METHODS },
      options: { policies: { cache: {}, originRequest: {}, responseHeaders: { own } } },
    });

  test("the edge adds the headers of the managed security headers policy", async () => {
    const edge = await start("67f7725c-6f97-4210-82d7-5512b31e9d03", {}, { "x-frame-options": "DENY" });
    expect((await send(edge.endpoint, "/")).headers).toMatchObject({
      "strict-transport-security": "max-age=31536000",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
  });

  test("the edge sends CORS headers to allowed origins, and preflight headers only for preflight requests", async () => {
    const CorsConfig = {
      AccessControlAllowCredentials: false,
      AccessControlAllowHeaders: { Items: ["Authorization"] },
      AccessControlAllowMethods: { Items: ["GET", "POST"] },
      AccessControlAllowOrigins: { Items: ["https://*.example.com"] },
      AccessControlMaxAgeSec: 60,
      OriginOverride: true,
    };
    const edge = await start("own", { CorsConfig });
    const origin = "https://app.example.com";
    const plain = await send(edge.endpoint, "/", { headers: { origin } });
    expect(plain.headers).toMatchObject({ "access-control-allow-origin": origin, vary: "Origin" });
    expect(plain.headers).not.toHaveProperty("access-control-allow-methods");
    const preflight = await send(edge.endpoint, "/", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.headers).toMatchObject({
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "Authorization",
      "access-control-max-age": "60",
    });
    const foreign = await send(edge.endpoint, "/", { headers: { origin: "https://example.org" } });
    expect(foreign.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("the edge adds the headers of a policy, overrides those of the origin if configured, and removes others", async () => {
    const own = {
      CustomHeadersConfig: {
        Items: [
          { Header: "X-Strong", Value: "policy", Override: true },
          { Header: "X-Weak", Value: "policy", Override: false },
        ],
      },
      RemoveHeadersConfig: { Items: [{ Header: "X-Powered-By" }] },
    };
    const edge = await start("own", own, { "x-strong": "origin", "x-weak": "origin", "x-powered-by": "me" });
    const { headers } = await send(edge.endpoint, "/");
    expect(headers).toMatchObject({ "x-strong": "policy", "x-weak": "origin" });
    expect(headers).not.toHaveProperty("x-powered-by");
  });
});
