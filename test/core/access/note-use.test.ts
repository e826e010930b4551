import { describe, expect, test } from "@jest/globals";
import { createApiKey, hashApiKey } from "../../../core/access/api-key.js";
import { createAuthenticator } from "../../../core/access/authenticate.js";
import { createSession } from "../../../core/access/create-session.js";
import { listKeys } from "../../../core/access/list-keys.js";
import { createNoteUse, type KeyUseStore } from "../../../core/access/note-use.js";
import { presentKey } from "../../../core/access/present-access.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { createInMemoryAccess } from "../../support/in-memory-access.js";
import { silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const HOUR_MS = 3_600_000;
const KEY = createApiKey();
const HASH = hashApiKey(KEY);

function setUp(change: Partial<KeyUseStore> = {}) {
  const access = createInMemoryAccess();
  const entry = { hash: HASH, keyId: WORKSPACE, name: "k", scopes: ["render" as const], createdAtMs: 0 };
  access.records.set(HASH, { ...entry, workspaceId: WORKSPACE, plan: "team" });
  const profile = { id: WORKSPACE, name: "W", plan: "team", createdAtMs: 0, keys: [entry], revision: 1 };
  access.profiles.set(WORKSPACE, profile);
  const clock = { nowMs: START_MS };
  const writes: number[] = [];
  const warnings: string[] = [];
  const store: KeyUseStore = {
    recordUse: async (hash, nowMs, staleMs) => {
      writes.push(nowMs - START_MS);
      await access.apiKeys.recordUse(hash, nowMs, staleMs);
    },
    ...change,
  };
  const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
  // Each function has an authenticator of its own.
  const newFunction = () =>
    createAuthenticator(access.apiKeys, DEFAULT_PLANS, () => clock.nowMs, createNoteUse(store, log));
  const lastUsed = async () => {
    const [key] = await listKeys(access, WORKSPACE);
    return key && presentKey(key).lastUsedAt;
  };
  return { access, clock, writes, warnings, newFunction, lastUsed };
}

const WITH_KEY = { authorization: `Bearer ${KEY}`, session: undefined };

describe("the last use of a key", () => {
  test("a key that was never used has none, and its first request records one", async () => {
    const { newFunction, lastUsed } = setUp();
    expect(await lastUsed()).toBeUndefined();
    await newFunction()(WITH_KEY);
    expect(await lastUsed()).toBe(new Date(START_MS).toISOString());
  });

  test("requests of an hour cause one write, in however many functions", async () => {
    const { clock, writes, newFunction, lastUsed } = setUp();
    const authenticators = [newFunction(), newFunction()];
    for (let minute = 0; minute <= 60; minute += 1) {
      clock.nowMs = START_MS + minute * 60_000;
      for (const authenticate of authenticators) await authenticate(WITH_KEY);
    }
    expect(writes).toEqual([0, HOUR_MS]);
    expect(await lastUsed()).toBe(new Date(START_MS + HOUR_MS).toISOString());
  });

  test("a request with a session is a use of the key that the session began with", async () => {
    const { access, clock, newFunction, lastUsed } = setUp();
    const now = () => clock.nowMs;
    const { cookie } = await createSession({ ...access, sessions: access.apiKeys, now }, { apiKey: KEY });
    await newFunction()({ authorization: undefined, session: cookie });
    expect(await lastUsed()).toBe(new Date(START_MS).toISOString());
  });

  test("a request with an unknown key records nothing", async () => {
    const { writes, newFunction } = setUp();
    const authorization = `Bearer ${createApiKey()}`;
    await expect(newFunction()({ authorization, session: undefined })).rejects.toThrow("not valid");
    expect(writes).toEqual([]);
  });

  test("a request does not wait for the write, and succeeds even if the write fails", async () => {
    const never = setUp({ recordUse: () => new Promise(() => undefined) });
    expect(await never.newFunction()(WITH_KEY)).toMatchObject({ workspaceId: WORKSPACE });
    const failing = setUp({ recordUse: () => Promise.reject(new Error("throttled")) });
    expect(await failing.newFunction()(WITH_KEY)).toMatchObject({ workspaceId: WORKSPACE });
    await Promise.resolve();
    expect(failing.warnings).toEqual(["The use of a key could not be recorded. A later request tries again."]);
  });
});
