import { describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { formatKeyRing, parseKeyRing } from "../../../core/signing/key-ring.js";
import { revokeSigningKey } from "../../../core/signing/revoke-signing-key.js";
import { createWebhookSecret, webhookHeaders } from "../../../core/signing/webhook-signature.js";
import { openSecret, wrapSecret } from "../../../core/signing/wrap-secret.js";
import { rotatedPair, newSecretPair, validSecrets } from "../../../core/webhooks/secret-pair.js";
import { START_MS } from "../../support/render-fixture.js";

const K1 = "1".repeat(64);
const K2 = "2".repeat(64);
const ring = { current: "k1", keys: { k1: K1 } };

describe("signatures of deliveries", () => {
  test("the headers are those of the example in the specification of Standard Webhooks", () => {
    // From the test vectors of the Svix and Standard Webhooks libraries.
    const headers = webhookHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      atMs: 1_614_265_330_000,
      body: '{"test": 2432232314}',
    });
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    expect(headers["webhook-timestamp"]).toBe("1614265330");
  });

  test("a new secret has 32 random bytes, and verifies in the package standardwebhooks", () => {
    const [secret, other] = [createWebhookSecret(), createWebhookSecret()];
    expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
    expect(other).not.toBe(secret);
    const headers = webhookHeaders([secret], { id: "e", atMs: Date.now(), body: '{"a":"ä"}' });
    expect(new Webhook(secret).verify('{"a":"ä"}', headers)).toEqual({ a: "ä" });
    expect(() => new Webhook(other).verify('{"a":"ä"}', headers)).toThrow();
  });
});

describe("stored secrets", () => {
  test("a stored secret does not contain the secret, and only its owner's name opens it", () => {
    const wrapped = wrapSecret(ring, "workspace-1", "whsec_abc");
    expect(JSON.stringify(wrapped)).not.toMatch(/abc|whsec/);
    expect(openSecret(ring, "workspace-1", wrapped)).toBe("whsec_abc");
    expect(() => openSecret(ring, "workspace-2", wrapped)).toThrow();
    expect(() => openSecret({ current: "k1", keys: { k1: K2 } }, "workspace-1", wrapped)).toThrow();
  });

  test("each secret has its own data key: the same text is stored differently every time", () => {
    const [first, second] = [wrapSecret(ring, "w", "whsec_abc"), wrapSecret(ring, "w", "whsec_abc")];
    expect(first.dataKey).not.toBe(second.dataKey);
    expect(first.sealed).not.toBe(second.sealed);
  });

  test("a secret that was changed in the table cannot be opened", () => {
    const wrapped = wrapSecret(ring, "w", "whsec_abc");
    const bytes = Buffer.from(wrapped.sealed, "base64url");
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    expect(() => openSecret(ring, "w", { ...wrapped, sealed: bytes.toString("base64url") })).toThrow();
  });

  test("revoking a signing key removes the key, and the webhook secrets that it wrapped stay readable", async () => {
    const wrapped = wrapSecret(ring, "w", "whsec_abc");
    let text = formatKeyRing({ current: "k2", keys: { k1: K1, k2: K2 } });
    const secret = { read: async () => text, write: async (written: string) => void (text = written) };
    await revokeSigningKey({ secret, edge: { remove: async () => undefined }, now: () => START_MS }, "k1");
    expect(text).not.toContain(K1);
    const after = parseKeyRing(text);
    expect(Object.keys(after.keys)).toEqual(["k2"]);
    expect(openSecret(after, "w", wrapped)).toBe("whsec_abc");
  });

  test("after a rotation two secrets are valid for a day, and a second rotation invalidates the oldest at once", () => {
    const first = newSecretPair(ring, "w", START_MS);
    const second = rotatedPair(ring, "w", first, START_MS);
    const third = rotatedPair(ring, "w", second, START_MS + 1);
    const [old] = validSecrets(ring, "w", first, START_MS);
    const [now, before, ...more] = validSecrets(ring, "w", second, START_MS + 24 * 3_600_000 - 1);
    expect([before, more]).toEqual([old, []]);
    expect(validSecrets(ring, "w", second, START_MS + 24 * 3_600_000)).toEqual([now]);
    expect(validSecrets(ring, "w", third, START_MS + 2)).toHaveLength(2);
    expect(validSecrets(ring, "w", third, START_MS + 2)).not.toContain(old);
  });
});
