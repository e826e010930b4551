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
  await s3.service.ensureBucket("pictures", rules);
  const ask = async (method: string, headers: string, origin = APP) => {
    const answer = await fetch(`${s3.service.endpoint}/pictures/a.png?X-Amz-Signature=unread`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": method, "access-control-request-headers": headers },
    });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  return { s3, ask };
}

describe("a page of another origin", () => {
  test("hears beforehand what it may send, without a signature", async () => {
    const { ask } = await start();
    const { status, headers } = await ask("PUT", "content-type, X-Amz-Meta-A");
    expect([status, Object.fromEntries(headers)]).toEqual([
      200,
      expect.objectContaining({
        "access-control-allow-origin": APP,
        "access-control-allow-methods": "PUT",
        "access-control-allow-headers": "content-type, x-amz-meta-a",
        "access-control-max-age": "600",
      }),
    ]);
    expect((await ask("PUT", "", "https://a.preview.example.com")).status).toBe(200);
  });

  test.each([
    ["of an origin that is not allowed", "PUT", "", "https://evil.example"],
    ["of an origin that only ends like an allowed one", "PUT", "", "https://.evil.preview.example.com.evil"],
    ["with another method", "DELETE", "", APP],
    ["with another header", "PUT", "content-type, if-none-match", APP],
  ])("%s is refused", async (_name, method, headers, origin) => {
    const { ask } = await start();
    const answer = await ask(method, headers, origin);
    expect(answer.status).toBe(403);
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
    expect(answer.body).toContain("<Code>AccessForbidden</Code>");
  });

  test("is refused by a bucket without rules", async () => {
    const { ask } = await start([]);
    expect((await ask("PUT", "")).status).toBe(403);
  });

  test("gets to see the answer to what it sends, be it an error", async () => {
    const { s3 } = await start();
    const url = await getSignedUrl(s3.client, new PutObjectCommand({ Bucket: "pictures", Key: "a.png" }));
    const send = async (target: string, origin = APP) => {
      const answer = await fetch(target, { method: "PUT", body: "x", headers: { origin } });
      await answer.text();
      return [answer.status, answer.headers.get("access-control-allow-origin")];
    };
    expect(await send(url)).toEqual([200, APP]);
    expect(await send(url.replace("a.png", "b.png"))).toEqual([403, APP]);
    expect(await send(url, "https://evil.example")).toEqual([200, null]);
  });
});
