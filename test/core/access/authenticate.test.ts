import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { createApiKey, hashApiKey, isApiKey } from "../../../core/access/api-key.js";
import { createAuthenticator } from "../../../core/access/authenticate.js";
import { bootstrapWorkspace } from "../../../core/access/bootstrap-workspace.js";
import { createSession } from "../../../core/access/create-session.js";
import { endSession } from "../../../core/access/end-session.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { createInMemoryAccess } from "../../support/in-memory-access.js";
import { WORKSPACE } from "../../support/world.js";

const HOUR_MS = 60 * 60 * 1000;

function setUp(...keys: string[]) {
  const access = createInMemoryAccess();
  for (const key of keys) {
    const hash = hashApiKey(key);
    const record = { hash, keyId: WORKSPACE, workspaceId: WORKSPACE, name: "k", plan: "team", createdAtMs: 0 };
    access.records.set(hash, { ...record, scopes: ["render"] });
  }
  const clock = { nowMs: 0 };
  const now = () => clock.nowMs;
  const authenticator = createAuthenticator(access.apiKeys, DEFAULT_PLANS, now);
  const authenticate = (authorization: string | undefined, session?: string) =>
    authenticator({ authorization, session });
  const startSession = (key: string) => createSession({ apiKeys: access.apiKeys, sessions: access.apiKeys, now }, key);
  return { access, clock, authenticate, startSession };
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
    const { authenticate, access } = setUp();
    await expect(authenticate("Bearer irs_nonsense")).rejects.toThrow();
    expect(access.lookUps).toBe(0);
  });

  test("trusts a look-up for less than five seconds, so a revoked key stops within them", async () => {
    const key = createApiKey();
    const { authenticate, access, clock } = setUp(key);
    await authenticate(`Bearer ${key}`);
    access.records.delete(hashApiKey(key));
    clock.nowMs = 4_999;
    await authenticate(`Bearer ${key}`);
    expect(access.lookUps).toBe(1);
    clock.nowMs = 5_000;
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("a session", () => {
  test("is as good as the key that it was made of, and known as a session", async () => {
    const key = createApiKey();
    const { authenticate, startSession } = setUp(key);
    const { cookie } = await startSession(key);
    await expect(authenticate(undefined, cookie)).resolves.toMatchObject({
      workspaceId: WORKSPACE,
      scopes: ["render"],
      by: "session",
    });
  });

  test("is asked for with one look-up, which is trusted for less than five seconds", async () => {
    const key = createApiKey();
    const { authenticate, startSession, access, clock } = setUp(key);
    const { cookie } = await startSession(key);
    access.lookUps = 0;
    for (clock.nowMs of [0, 4_999]) await authenticate(undefined, cookie);
    expect(access.lookUps).toBe(1);
    clock.nowMs = 5_000;
    await authenticate(undefined, cookie);
    expect(access.lookUps).toBe(2);
  });

  test.each<[string, (world: ReturnType<typeof setUp>, key: string, cookie: string) => unknown]>([
    ["its key is revoked", ({ access }, key) => access.records.delete(hashApiKey(key))],
    ["it is ended", ({ access }, _key, cookie) => endSession(access.apiKeys, cookie)],
  ])("stops within five seconds after %s", async (_what, stop) => {
    const key = createApiKey();
    const world = setUp(key);
    const { cookie } = await world.startSession(key);
    await world.authenticate(undefined, cookie);
    await stop(world, key, cookie);
    world.clock.nowMs = 5_000;
    await expect(world.authenticate(undefined, cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("ends after twelve hours to the millisecond, though a look-up is still trusted", async () => {
    const key = createApiKey();
    const { authenticate, startSession, clock } = setUp(key);
    const { cookie, expiresAtMs } = await startSession(key);
    expect(expiresAtMs).toBe(12 * HOUR_MS);
    clock.nowMs = 12 * HOUR_MS - 1;
    await authenticate(undefined, cookie);
    clock.nowMs = 12 * HOUR_MS;
    await expect(authenticate(undefined, cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("can't be turned upon another key", async () => {
    const [mine, other] = [createApiKey(), createApiKey()];
    const { authenticate, startSession } = setUp(mine, other);
    const { cookie } = await startSession(mine);
    await authenticate(undefined, cookie);
    const forged = cookie.replace(hashApiKey(mine), hashApiKey(other));
    await expect(authenticate(undefined, forged)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("is stored as a hash, so that the table opens none", async () => {
    const key = createApiKey();
    const { startSession, access } = setUp(key);
    const { cookie } = await startSession(key);
    const [token = ""] = cookie.split(".");
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const hash = `session#${createHash("sha256").update(token).digest("hex")}`;
    expect([...access.sessions.values()]).toEqual([{ hash, keyHash: hashApiKey(key), expiresAtMs: 12 * HOUR_MS }]);
  });

  test("yields to a key that is sent with it, and stands in for other schemes than Bearer", async () => {
    const key = createApiKey();
    const { authenticate, startSession } = setUp(key);
    const { cookie } = await startSession(key);
    await expect(authenticate(`Bearer ${key}`, cookie)).resolves.toMatchObject({ by: "key" });
    await expect(authenticate(`Bearer ${createApiKey()}`, cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(authenticate("Basic dTpw", cookie)).resolves.toMatchObject({ by: "session" });
  });

  test.each([[""], ["x"], [`${"a".repeat(43)}.${"0".repeat(63)}`], [`${"a".repeat(44)}.${"0".repeat(64)}`]])(
    "is never looked for under a malformed cookie (%j)",
    async (cookie) => {
      const { authenticate, access } = setUp();
      await expect(authenticate(undefined, cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      await endSession(access.apiKeys, cookie);
      expect(access.lookUps).toBe(0);
    },
  );

  test.each([["irs_short"], [createApiKey()]])("is not made of what is no key (%s)", async (key) => {
    const { startSession, access } = setUp();
    await expect(startSession(key)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(access.sessions.size).toBe(0);
  });
});

describe("the bootstrap of a deployment", () => {
  function bootstrap() {
    const access = createInMemoryAccess();
    const vault = { text: "placeholder" };
    const dependencies = {
      workspaces: access.workspaces,
      vault: { read: async () => vault.text, write: async (key: string) => void (vault.text = key) },
      now: () => 0,
    };
    return { access, vault, run: (deployment: string) => bootstrapWorkspace(dependencies, deployment) };
  }

  test("makes a key that works, and the same one when it runs again", async () => {
    const { access, vault, run } = bootstrap();
    const workspaceId = await run("stack-1");
    const key = vault.text;
    expect(await run("stack-1")).toBe(workspaceId);
    expect(vault.text).toBe(key);
    expect(access.records.size).toBe(1);
    const authenticate = createAuthenticator(access.apiKeys, DEFAULT_PLANS, () => 0);
    const credentials = { authorization: `Bearer ${key}`, session: undefined };
    await expect(authenticate(credentials)).resolves.toMatchObject({ workspaceId, planName: "unlimited" });
    expect(await run("stack-2")).not.toBe(workspaceId);
  });

  test("does not bring back a first key that was revoked, nor a plan that was changed", async () => {
    const { access, run } = bootstrap();
    const id = await run("stack-1");
    const before = access.profiles.get(id);
    if (before === undefined) throw new Error("There is no workspace.");
    await access.workspaces.replace(before, { ...before, keys: [], plan: "team", revision: 2 });
    await run("stack-1");
    expect(access.records.size).toBe(0);
    expect(access.profiles.get(id)).toMatchObject({ plan: "team", keys: [] });
  });
});
