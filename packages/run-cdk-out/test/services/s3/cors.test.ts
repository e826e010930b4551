import { PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, test } from "@jest/globals";
import { corsRuleSchema } from "../../../src/services/s3/cors.js";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();
const APP = "https://app.example.com";
const RULE = corsRuleSchema.parse({
  AllowedOrigins: [APP, "https://*.preview.example.com"],
  AllowedMethods: ["PUT"],
  AllowedHeaders: ["Content-Type", "x-amz-*"],
  ExposedHeaders: ["etag"],
  MaxAge: "600",
});

async function start(rules = [RULE]) {
  const s3 = await S3.start(atEnd);
  await s3.service.ensureBucket("pictures", { cors: rules });
  const preflight = async (method: string, headers: string, origin = APP) => {
    const response = await fetch(`${s3.service.endpoint}/pictures/a.png?X-Amz-Signature=unread`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": method, "access-control-request-headers": headers },
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  return { s3, preflight };
}

describe("CORS", () => {
  test("S3 responds to a preflight request without a signature", async () => {
    const { preflight } = await start();
    const { status, headers } = await preflight("PUT", "content-type, X-Amz-Meta-A");
    expect([status, Object.fromEntries(headers)]).toEqual([
      200,
      expect.objectContaining({
        "access-control-allow-origin": APP,
        "access-control-allow-methods": "PUT",
        "access-control-allow-headers": "content-type, x-amz-meta-a",
        "access-control-max-age": "600",
      }),
    ]);
    expect((await preflight("PUT", "", "https://a.preview.example.com")).status).toBe(200);
  });

  test.each([
    ["an origin that is not allowed", "PUT", "", "https://evil.example"],
    ["an origin that only resembles an allowed one", "PUT", "", "https://.evil.preview.example.com.evil"],
    ["a method that is not allowed", "DELETE", "", APP],
    ["a header that is not allowed", "PUT", "content-type, if-none-match", APP],
  ])("S3 returns 403 for a preflight request with %s", async (_name, method, headers, origin) => {
    const { preflight } = await start();
    const response = await preflight(method, headers, origin);
    expect(response.status).toBe(403);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(response.body).toContain("<Code>AccessForbidden</Code>");
  });

  test("S3 returns 403 for a preflight request to a bucket without CORS rules", async () => {
    const { preflight } = await start([]);
    expect((await preflight("PUT", "")).status).toBe(403);
  });

  test("S3 sends CORS headers with responses and errors to allowed origins only", async () => {
    const { s3 } = await start();
    const url = await getSignedUrl(s3.client, new PutObjectCommand({ Bucket: "pictures", Key: "a.png" }));
    const send = async (target: string, origin = APP) => {
      const response = await fetch(target, { method: "PUT", body: "x", headers: { origin } });
      await response.text();
      return [response.status, response.headers.get("access-control-allow-origin")];
    };
    expect(await send(url)).toEqual([200, APP]);
    expect(await send(url.replace("a.png", "b.png"))).toEqual([403, APP]);
    expect(await send(url, "https://evil.example")).toEqual([200, null]);
  });
});
