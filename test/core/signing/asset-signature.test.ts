import { createHmac } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { signAsset, verifyAsset } from "../../../core/signing/asset-signature.js";
import { parseKeyRing } from "../../../core/signing/key-ring.js";
import { JOB } from "../../support/render-fixture.js";

const K1 = "k".repeat(64);
const RING = parseKeyRing(JSON.stringify({ current: "k1", k1: K1 }));

describe("asset signatures", () => {
  test("signAsset returns the documented HMAC", () => {
    const assetKey = createHmac("sha256", K1).update("asset").digest("base64url");
    const mac = createHmac("sha256", assetKey).update(`v1\n${JOB}\npng`).digest("base64url");
    expect(signAsset(RING, JOB, "png")).toBe(`k1.png.${mac}`);
  });

  test("verifyAsset returns the format for a valid signature", () => {
    expect(verifyAsset(RING, JOB, signAsset(RING, JOB, "webp"))).toBe("webp");
  });

  test("an asset signature stays valid after a key rotation", () => {
    const rotated = parseKeyRing(JSON.stringify({ current: "k2", k1: K1, k2: "n".repeat(64) }));
    expect(verifyAsset(rotated, JOB, signAsset(RING, JOB, "png"))).toBe("png");
    expect(signAsset(rotated, JOB, "png")).toMatch(/^k2\./);
  });

  test("verifyAsset rejects a signature with any changed character", () => {
    const sig = signAsset(RING, JOB, "png");
    const otherJob = JOB.replace(/1$/, "2");
    const forged = [
      sig.replace(".png.", ".jpg."),
      sig.replace("k1.", "k2."),
      sig.replace("k1.", "constructor."),
      sig.slice(0, -1),
      `${sig}A`,
      `${sig}=`,
      sig.toUpperCase(),
      "",
      "k1.png.",
      ...Array.from(
        sig,
        (character, index) => sig.slice(0, index) + (character === "A" ? "B" : "A") + sig.slice(index + 1),
      ),
    ];
    expect(forged.filter((text) => verifyAsset(RING, JOB, text) !== undefined)).toEqual([]);
    expect(verifyAsset(RING, otherJob, sig)).toBeUndefined();
  });
});

describe("the key ring's secret", () => {
  test.each([["{}"], ['{"current":"k1"}'], ['{"current":"k2","k1":"' + K1 + '"}'], ['{"current":"k1","k1":"short"}']])(
    "the malformed secret %s is rejected with an error that contains no key",
    (text) => {
      expect(() => parseKeyRing(text)).toThrow(/signing keys/);
      expect(() => parseKeyRing(text)).not.toThrow(new RegExp(K1));
    },
  );
});
