import { createHash } from "node:crypto";
import { describe, expect, jest, test } from "@jest/globals";
import { createApiKey, hashApiKey, isApiKey } from "../../../core/access/api-key.js";
import { type ApiKeyRecord, createAuthenticator } from "../../../core/access/authenticate.js";
import { bootstrapWorkspace } from "../../../core/access/bootstrap-workspace.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { WORKSPACE } from "../../support/world.js";

function setUp(...keys: string[]) {
  const records = new Map<string, ApiKeyRecord>(
    keys.map((key) => {
      const hash = hashApiKey(key);
      const record = {
        hash,
        keyId: WORKSPACE,
        workspaceId: WORKSPACE,
        name: "k",
        scopes: [],
        plan: "team",
        createdAtMs: 0,
      };
      return [hash, record];
    }),
  );
  const clock = { nowMs: 0 };
  const findByHash = jest.fn(async (hash: string) => records.get(hash));
  const store = { findByHash, put: async () => undefined };
  const authenticator = createAuthenticator(store, DEFAULT_PLANS, () => clock.nowMs);
  const authenticate = (authorization: string | undefined) => authenticator({ authorization, session: undefined });
  return { records, clock, findByHash, authenticate };
}

describe("API keys", () => {
  test("are irs_, 43 random characters and a checksum, and differ each time", () => {
    const [a, b] = [createApiKey(), createApiKey()];
    expect(a).toMatch(/^irs_[0-9A-Za-z]{49}$/);
    expect(a).not.toBe(b);
    expect(isApiKey(a)).toBe(true);
  });

  test("with one character mistyped are no keys", () => {
    const key = createApiKey();
    for (let index = 4; index < key.length; index += 1) {
      const typo = key.slice(0, index) + (key[index] === "a" ? "b" : "a") + key.slice(index + 1);
      expect(isApiKey(typo)).toBe(false);
    }
  });

  test("are stored as their SHA-256", () => {
    expect(hashApiKey("irs_x")).toBe(createHash("sha256").update("irs_x").digest("hex"));
  });
});

describe("authentication", () => {
  test("finds the workspace of a key", async () => {
    const key = createApiKey();
    const { authenticate } = setUp(key);
    await expect(authenticate(`Bearer ${key}`)).resolves.toMatchObject({ workspaceId: WORKSPACE });
    await expect(authenticate(`bearer ${key}`)).resolves.toMatchObject({ workspaceId: WORKSPACE });
  });

  test.each([
    [undefined],
    [""],
    ["Basic abc"],
    ["Bearer"],
    ["Bearer  "],
    ["Bearer irs_short"],
    [`Bearer ${createApiKey()}`],
  ])("refuses %s", async (authorization) => {
    await expect(setUp().authenticate(authorization)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("asks the store for no text that can't be a key", async () => {
    const { authenticate, findByHash } = setUp();
    await expect(authenticate("Bearer irs_nonsense")).rejects.toThrow();
    expect(findByHash).not.toHaveBeenCalled();
  });

  test("trusts a look-up for less than five seconds, so a revoked key stops within them", async () => {
    const key = createApiKey();
    const { authenticate, records, clock, findByHash } = setUp(key);
    await authenticate(`Bearer ${key}`);
    records.delete(hashApiKey(key));
    clock.nowMs = 4_999;
    await authenticate(`Bearer ${key}`);
    expect(findByHash).toHaveBeenCalledTimes(1);
    clock.nowMs = 5_000;
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("the bootstrap of a deployment", () => {
  test("makes a key that works, and the same one when it runs again", async () => {
    const vault = { text: "placeholder" };
    const records = new Map<string, ApiKeyRecord>();
    const dependencies = {
      workspaces: { put: async () => undefined },
      apiKeys: {
        findByHash: async (hash: string) => records.get(hash),
        put: async (record: ApiKeyRecord) => void records.set(record.hash, record),
      },
      vault: { read: async () => vault.text, write: async (key: string) => void (vault.text = key) },
      now: () => 0,
    };
    const workspaceId = await bootstrapWorkspace(dependencies, "stack-1");
    const key = vault.text;
    expect(await bootstrapWorkspace(dependencies, "stack-1")).toBe(workspaceId);
    expect(vault.text).toBe(key);
    expect(records.size).toBe(1);
    const authenticate = createAuthenticator(dependencies.apiKeys, DEFAULT_PLANS, () => 0);
    const credentials = { authorization: `Bearer ${key}`, session: undefined };
    await expect(authenticate(credentials)).resolves.toMatchObject({ workspaceId, planName: "unlimited" });
    expect(await bootstrapWorkspace(dependencies, "stack-2")).not.toBe(workspaceId);
  });
});
