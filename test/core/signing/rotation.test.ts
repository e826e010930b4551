import { createHmac } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { signAsset, verifyAsset } from "../../../core/signing/asset-signature.js";
import { activeRing, createMasterKey, masterKeyOf, parseKeyRing } from "../../../core/signing/key-ring.js";
import { createLiveKeyRing } from "../../../core/signing/live-key-ring.js";
import { publishSigningKeys } from "../../../core/signing/publish-signing-keys.js";
import { revokeSigningKey } from "../../../core/signing/revoke-signing-key.js";
import { revokeTemplateSignatures } from "../../../core/signing/revoke-template-signatures.js";
import { rotateSigningKey, ROTATION_LEAD_MS } from "../../../core/signing/rotate-signing-key.js";
import { createInMemoryGenerations } from "../../support/in-memory-generations.js";
import { JOB, START_MS } from "../../support/render-fixture.js";

const K1 = "k".repeat(64);
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/**
 * Secret, edge store, and clock in memory. `failing` names the operation that fails. `log` contains the operations in
 * their order.
 */
function createSigningFixture(first: Record<string, unknown> = { current: "k1", k1: K1 }) {
  const it = {
    nowMs: START_MS,
    text: JSON.stringify(first),
    entries: new Map<string, string>(),
    log: [] as string[],
    failing: "",
    now: () => it.nowMs,
    ring: () => activeRing(parseKeyRing(it.text), it.nowMs),
    run: (name: string) => {
      if (it.failing === name) throw new Error(`${name} fails`);
      it.log.push(name);
    },
    secret: {
      read: async () => it.text,
      write: async (text: string) => {
        it.run("secret.write");
        it.text = text;
      },
    },
    edge: {
      put: async (entries: Readonly<Record<string, string>>) => {
        it.run("edge.put");
        for (const [name, value] of Object.entries(entries)) it.entries.set(name, value);
      },
      remove: async (names: readonly string[]) => {
        it.run("edge.remove");
        for (const name of names) it.entries.delete(name);
      },
    },
    generations: createInMemoryGenerations(),
  };
  return it;
}

describe("publishing", () => {
  test("publishSigningKeys writes derived keys and raised generations to the edge, never a master key", async () => {
    const it = createSigningFixture();
    it.generations.raised.set("t", 4);
    await publishSigningKeys(it);
    expect(Object.fromEntries(it.entries)).toEqual({
      "img.k1": hmac(K1, "img"),
      "asset.k1": hmac(K1, "asset"),
      "generation.t": "4",
    });
  });
});

describe("rotation", () => {
  test("rotateSigningKey publishes the new key before it signs", async () => {
    const it = createSigningFixture();
    await publishSigningKeys(it);
    it.log.length = 0;
    const { keyId, signsFromMs } = await rotateSigningKey(it);
    expect(it.log).toEqual(["secret.write", "edge.put", "secret.write"]);
    expect(signsFromMs).toBe(START_MS + ROTATION_LEAD_MS);
    expect([...it.entries.keys()].sort()).toEqual([`asset.${keyId}`, "asset.k1", `img.${keyId}`, "img.k1"].sort());
    expect(it.entries.get(`img.${keyId}`)).toBe(hmac(it.ring().keys[keyId] ?? "", "img"));
    expect(it.ring().current).toBe("k1");
    it.nowMs = signsFromMs - 1;
    expect(it.ring().current).toBe("k1");
    it.nowMs = signsFromMs;
    expect(it.ring().current).toBe(keyId);
  });

  test("signatures of the old key stay valid during and after a rotation", async () => {
    const it = createSigningFixture();
    const old = signAsset(it.ring(), JOB, "png");
    const { keyId, signsFromMs } = await rotateSigningKey(it);
    expect(verifyAsset(it.ring(), JOB, old)).toBe("png");
    it.nowMs = signsFromMs;
    expect(verifyAsset(it.ring(), JOB, old)).toBe("png");
    const next = signAsset(it.ring(), JOB, "png");
    expect(next.startsWith(`${keyId}.png.`)).toBe(true);
    // A second rotation after the first one.
    const second = await rotateSigningKey(it);
    it.nowMs = second.signsFromMs;
    expect(new Set(["k1", keyId, second.keyId]).size).toBe(3);
    expect(it.ring().current).toBe(second.keyId);
    for (const sig of [old, next]) expect(verifyAsset(it.ring(), JOB, sig)).toBe("png");
  });

  test("a second rotateSigningKey during a rotation returns the first rotation", async () => {
    const it = createSigningFixture();
    const first = await rotateSigningKey(it);
    it.nowMs += 1_000;
    expect(await rotateSigningKey(it)).toEqual(first);
    expect(Object.keys(it.ring().keys)).toHaveLength(2);
  });

  test("if publishing to the edge fails, the new key does not sign until it is published", async () => {
    const it = createSigningFixture();
    it.failing = "edge.put";
    await expect(rotateSigningKey(it)).rejects.toThrow("edge.put fails");
    it.nowMs += 10 * ROTATION_LEAD_MS;
    expect(it.ring().current).toBe("k1");
    it.failing = "";
    const { keyId, signsFromMs } = await rotateSigningKey(it);
    it.nowMs = signsFromMs;
    expect([it.ring().current, it.entries.has(`img.${keyId}`)]).toEqual([keyId, true]);
  });

  test("two concurrent rotations end with a current key that the edge has", async () => {
    const it = createSigningFixture();
    const rotations = await Promise.all([rotateSigningKey(it), rotateSigningKey(it)]);
    it.nowMs = Math.max(...rotations.map(({ signsFromMs }) => signsFromMs));
    const { current } = it.ring();
    expect(rotations.map(({ keyId }) => keyId)).toContain(current);
    expect(it.entries.get(`img.${current}`)).toBe(hmac(it.ring().keys[current] ?? "", "img"));
  });
});

describe("revoking a key", () => {
  test("revokeSigningKey removes the key from the edge first and then from the secret", async () => {
    const it = createSigningFixture();
    await publishSigningKeys(it);
    const old = signAsset(it.ring(), JOB, "png");
    it.nowMs = (await rotateSigningKey(it)).signsFromMs;
    it.log.length = 0;
    await revokeSigningKey(it, "k1");
    expect(it.log).toEqual(["edge.remove", "secret.write"]);
    expect([...it.entries.keys()].filter((name) => name.endsWith(".k1"))).toEqual([]);
    expect(verifyAsset(it.ring(), JOB, old)).toBeUndefined();
    expect(signAsset(it.ring(), JOB, "png")).toMatch(/^k2-/);
  });

  test("revokeSigningKey can be repeated after an error", async () => {
    const it = createSigningFixture({ current: "k2", k1: K1, k2: "n".repeat(64) });
    it.failing = "secret.write";
    await expect(revokeSigningKey(it, "k1")).rejects.toThrow("secret.write fails");
    it.failing = "";
    await revokeSigningKey(it, "k1");
    expect(Object.keys(it.ring().keys)).toEqual(["k2"]);
  });

  test("revokeSigningKey rejects the current key, the next key, and an unknown key", async () => {
    const it = createSigningFixture();
    const { keyId } = await rotateSigningKey(it);
    for (const id of ["k1", keyId]) {
      await expect(revokeSigningKey(it, id)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    for (const id of ["k9", "constructor"]) {
      await expect(revokeSigningKey(it, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(Object.keys(it.ring().keys)).toHaveLength(2);
  });
});

describe("revoking the signatures of a template", () => {
  test("revokeTemplateSignatures raises the generation and publishes it to the edge", async () => {
    const it = createSigningFixture();
    expect(await revokeTemplateSignatures(it, "t")).toBe(2);
    expect(await revokeTemplateSignatures(it, "t")).toBe(3);
    expect(it.entries.get("generation.t")).toBe("3");
  });

  test("two concurrent revocations leave the higher generation at the edge", async () => {
    const it = createSigningFixture();
    const put = it.edge.put;
    let isFirst = true;
    let other: Promise<number> | undefined;
    it.edge.put = async (entries) => {
      // A second, complete revocation takes place before the first write.
      if (isFirst) {
        isFirst = false;
        other = revokeTemplateSignatures(it, "t");
        await other;
      }
      await put(entries);
    };
    await revokeTemplateSignatures(it, "t");
    expect(await other).toBe(3);
    expect(it.entries.get("generation.t")).toBe("3");
  });
});

describe("createLiveKeyRing", () => {
  test("the live key ring follows the secret within one minute and switches to the next key on time", async () => {
    const it = createSigningFixture();
    let reads = 0;
    const read = async () => {
      reads += 1;
      return it.text;
    };
    const ring = await createLiveKeyRing(read, it.now);
    const { keyId, signsFromMs } = await rotateSigningKey(it);
    it.nowMs += 59_999;
    await ring.refresh();
    expect([reads, Object.keys(ring.keys)]).toEqual([1, ["k1"]]);
    it.nowMs += 1;
    await Promise.all([ring.refresh(), ring.refresh()]);
    expect([reads, Object.keys(ring.keys)]).toEqual([2, ["k1", keyId]]);
    expect(ring.current).toBe("k1");
    it.nowMs = signsFromMs;
    expect(signAsset(ring, JOB, "png").startsWith(`${keyId}.`)).toBe(true);
  });

  test("the live key ring tolerates an unreadable secret for less time than the lead of a rotation", async () => {
    const it = createSigningFixture();
    let broken = false;
    const ring = await createLiveKeyRing(async () => {
      if (broken) throw new Error("not available");
      return it.text;
    }, it.now);
    broken = true;
    it.nowMs += ROTATION_LEAD_MS - 60_000;
    await ring.refresh();
    expect(ring.current).toBe("k1");
    it.nowMs += 60_000;
    await expect(ring.refresh()).rejects.toThrow("not available");
    broken = false;
    await ring.refresh();
  });
});

test.each([
  [{ current: "k1", k1: K1, "k.2": K1 }, /key ID/],
  [{ current: "k1", k1: K1, next: "k2", nextFromMs: 1 }, /next/],
  [{ current: "k1", k1: K1, k2: K1, next: "k2" }, /both be present or both be absent/],
])("parseKeyRing rejects the invalid ring %j", (ring, message) => {
  expect(() => parseKeyRing(JSON.stringify(ring))).toThrow(message);
});

describe("the keys of a ring", () => {
  const keys = { k1: K1, "k12-abcdef": K1, other: K1 };

  test("a new key has the next number, and a random end so that two new keys differ", () => {
    const ring = { current: "k1", keys };
    const [one, other] = [createMasterKey(ring), createMasterKey(ring)];
    expect(one.keyId).toMatch(/^k13-[0-9a-f]{6}$/);
    expect(one.key).toMatch(/^[\w-]{64}$/);
    expect([one.keyId === other.keyId, one.key === other.key]).toEqual([false, false]);
    expect(createMasterKey({ current: "other", keys: { other: K1 } }).keyId).toMatch(/^k1-/);
  });

  test("only the keys of the ring itself can be used", () => {
    expect(masterKeyOf({ current: "k1", keys }, "k1")).toBe(K1);
    for (const keyId of ["k2", "constructor"])
      expect(() => masterKeyOf({ current: "k1", keys }, keyId)).toThrow(`no key ${keyId}`);
  });

  test("the next key is current from its time on, and the wrapping keys of revoked ones stay", () => {
    const ring = { current: "k1", keys, next: "other", nextFromMs: START_MS, wrapping: { k0: K1 } };
    expect(activeRing(ring, START_MS - 1)).toBe(ring);
    expect(activeRing(ring, START_MS)).toEqual({ current: "other", keys, wrapping: { k0: K1 } });
    const { wrapping, ...without } = ring;
    expect(wrapping).toEqual({ k0: K1 });
    expect(activeRing(without, START_MS)).toEqual({ current: "other", keys });
    expect(activeRing(without, START_MS)).not.toHaveProperty("wrapping");
  });
});
