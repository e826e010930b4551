import { describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookError } from "../src/index.js";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const ID = "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31.done";
const AT = new Date("2026-03-02T09:30:01.000Z");
const nowMs = AT.getTime();
const BODY = JSON.stringify({ eventId: ID, event: "render.completed", data: { id: "ä" } });

/** Signs with the official library. */
const sign = (secret: string, body = BODY, at = AT) => new Webhook(secret).sign(ID, at, body);
const headersOf = (signature: string, at = AT) => ({
  "webhook-id": ID,
  "webhook-timestamp": String(at.getTime() / 1000),
  "webhook-signature": signature,
});
const errorOf = async (run: Promise<unknown>) =>
  await run.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a webhook", () => {
  test("with the signature of the official library is accepted, and its payload returned", async () => {
    const request = { headers: headersOf(sign(SECRET)), body: BODY };
    await expect(verifyWebhook(request, SECRET, { nowMs })).resolves.toEqual(JSON.parse(BODY));
  });

  test("is accepted as a Request of the Fetch API, as bytes, and with headers as Node.js gives them", async () => {
    const headers = headersOf(sign(SECRET));
    const request = new Request("https://example.com/hooks", { method: "POST", headers, body: BODY });
    await expect(verifyWebhook(request, SECRET, { nowMs })).resolves.toMatchObject({ eventId: ID });
    await expect(verifyWebhook({ headers, body: Buffer.from(BODY) }, SECRET, { nowMs })).resolves.toBeDefined();
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    await expect(verifyWebhook({ headers: upper, body: BODY }, SECRET, { nowMs })).resolves.toBeDefined();
  });

  test("during a rotation is accepted with either secret, and with a list of both", async () => {
    const request = { headers: headersOf(`${sign(SECRET)} ${sign(OLD_SECRET)}`), body: BODY };
    for (const secret of [SECRET, OLD_SECRET, [OLD_SECRET, SECRET]]) {
      await expect(verifyWebhook(request, secret, { nowMs })).resolves.toBeDefined();
    }
    const onlyOld = { headers: headersOf(sign(OLD_SECRET)), body: BODY };
    await expect(verifyWebhook(onlyOld, [SECRET, OLD_SECRET], { nowMs })).resolves.toBeDefined();
  });

  test.each([
    ["the signature of another secret", { headers: headersOf(sign(OLD_SECRET)), body: BODY }],
    ["another body", { headers: headersOf(sign(SECRET)), body: `${BODY} ` }],
    ["another ID", { headers: { ...headersOf(sign(SECRET)), "webhook-id": "other" }, body: BODY }],
    ["another time", { headers: headersOf(sign(SECRET), new Date(nowMs + 1000)), body: BODY }],
    ["a signature of another version", { headers: headersOf(sign(SECRET).replace("v1,", "v2,")), body: BODY }],
    ["a signature that is not base64", { headers: headersOf("v1,%%%"), body: BODY }],
    ["no signature", { headers: { ...headersOf(""), "webhook-signature": undefined }, body: BODY }],
    ["a time that is none", { headers: { ...headersOf(sign(SECRET)), "webhook-timestamp": "soon" }, body: BODY }],
  ])("with %s is refused, without the secret in the error", async (_, request) => {
    const error = await errorOf(verifyWebhook(request, SECRET, { nowMs }));
    expect(error).toBeInstanceOf(WebhookError);
    expect(String(error)).not.toContain(SECRET.slice(6));
  });

  test("is refused more than five minutes before or after its time, or as the caller chooses", async () => {
    const request = { headers: headersOf(sign(SECRET)), body: BODY };
    for (const minutes of [-5, 5]) {
      await expect(verifyWebhook(request, SECRET, { nowMs: nowMs + minutes * 60_000 })).resolves.toBeDefined();
    }
    for (const minutes of [-5.1, 5.1]) {
      const late = { nowMs: nowMs + minutes * 60_000 };
      await expect(verifyWebhook(request, SECRET, late)).rejects.toBeInstanceOf(WebhookError);
      await expect(verifyWebhook(request, SECRET, { ...late, toleranceSeconds: 600 })).resolves.toBeDefined();
    }
  });

  test("cannot be checked with a text that is not a secret, and the error does not repeat it", async () => {
    const request = { headers: headersOf(sign(SECRET)), body: BODY };
    for (const secret of ["hunter2-hunter2", "whsec_", "whsec_%%hunter2"]) {
      const error = await errorOf(verifyWebhook(request, secret, { nowMs }));
      expect(error).toBeInstanceOf(WebhookError);
      expect(String(error)).not.toContain("hunter2");
    }
  });

  test("is read only up to the maximum length of a webhook", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        pulled += 1;
        stream.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const headers = headersOf(sign(SECRET));
    const init = { method: "POST", headers, body, duplex: "half" };
    const request = new Request("https://example.com/hooks", init as RequestInit);
    await expect(verifyWebhook(request, SECRET, { nowMs })).rejects.toThrow("too large");
    expect(pulled).toBeLessThan(10);
  });
});
