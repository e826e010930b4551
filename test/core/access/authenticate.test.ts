import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { createApiKey, hashApiKey, isApiKey } from "../../../core/access/api-key.js";
import { createAuthenticator } from "../../../core/access/authenticate.js";
import { bootstrapWorkspace } from "../../../core/access/bootstrap-workspace.js";
import { createSession } from "../../../core/access/create-session.js";
import { endSession } from "../../../core/access/end-session.js";
import type { SessionCookie } from "../../../core/access/session.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { createInMemoryAccess } from "../../support/in-memory-access.js";
import { START_MS, WORKSPACE } from "../../support/render-fixture.js";

const HOUR_MS = 60 * 60 * 1000;

function setUp(...keys: string[]) {
  const access = createInMemoryAccess();
  for (const key of keys) {
    const hash = hashApiKey(key);
    const record = { hash, keyId: WORKSPACE, workspaceId: WORKSPACE, name: "k", plan: "team", createdAtMs: 0 };
    access.records.set(hash, { ...record, scopes: ["render"] });
  }
  const clock = { nowMs: START_MS };
  const now = () => clock.nowMs;
  const authenticator = createAuthenticator(access.apiKeys, DEFAULT_PLANS, now);
  const authenticate = (authorization: string | undefined, session?: SessionCookie) =>
    authenticator({ authorization, session });
  const startSession = (key: string) => createSession({ ...access, sessions: access.apiKeys, now }, { apiKey: key });
  return { access, clock, authenticate, startSession };
}

describe("API keys", () => {
  test("a new API key has the format irs_, 43 random characters, and a checksum, and is unique", () => {
    const [a, b] = [createApiKey(), createApiKey()];
    expect(a).toMatch(/^irs_[0-9A-Za-z]{49}$/);
    expect(a).not.toBe(b);
    expect(isApiKey(a)).toBe(true);
  });

  test("an API key with one mistyped character is not valid", () => {
    const key = createApiKey();
    for (let index = 4; index < key.length; index += 1) {
      const typo = key.slice(0, index) + (key[index] === "a" ? "b" : "a") + key.slice(index + 1);
      expect(isApiKey(typo)).toBe(false);
    }
  });

  test("the stored form of an API key is its SHA-256", () => {
    expect(hashApiKey("irs_x")).toBe(createHash("sha256").update("irs_x").digest("hex"));
  });
});

describe("authentication", () => {
  test("a valid API key authenticates its workspace", async () => {
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
  ])("the Authorization header %s returns UNAUTHORIZED", async (authorization) => {
    await expect(setUp().authenticate(authorization)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("a malformed API key causes no database read", async () => {
    const { authenticate, access } = setUp();
    await expect(authenticate("Bearer irs_nonsense")).rejects.toThrow();
    expect(access.reads).toBe(0);
  });

  test("a result is cached for less than five seconds, so a revoked key stops working within that time", async () => {
    const key = createApiKey();
    const { authenticate, access, clock } = setUp(key);
    await authenticate(`Bearer ${key}`);
    access.records.delete(hashApiKey(key));
    clock.nowMs = START_MS + 4_999;
    await authenticate(`Bearer ${key}`);
    expect(access.reads).toBe(1);
    clock.nowMs = START_MS + 5_000;
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("requests that check the same key at the same time share one read, even if it fails", async () => {
    const key = createApiKey();
    const { authenticate, access, clock } = setUp(key);
    await Promise.all([1, 2, 3].map(() => authenticate(`Bearer ${key}`)));
    expect(access.reads).toBe(1);
    clock.nowMs += 5_000;
    access.records.delete(hashApiKey(key));
    const both = await Promise.allSettled([1, 2].map(() => authenticate(`Bearer ${key}`)));
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(access.reads).toBe(2);
  });
});

describe("a session", () => {
  test("a session authenticates the workspace of its API key", async () => {
    const key = createApiKey();
    const { authenticate, startSession } = setUp(key);
    const { cookie } = await startSession(key);
    await expect(authenticate(undefined, cookie)).resolves.toMatchObject({
      workspaceId: WORKSPACE,
      scopes: ["render"],
      by: "session",
    });
  });

  test("a session costs one read, which is cached for less than five seconds", async () => {
    const key = createApiKey();
    const { authenticate, startSession, access, clock } = setUp(key);
    const { cookie } = await startSession(key);
    access.reads = 0;
    for (clock.nowMs of [START_MS, START_MS + 4_999]) await authenticate(undefined, cookie);
    expect(access.reads).toBe(1);
    clock.nowMs = START_MS + 5_000;
    await authenticate(undefined, cookie);
    expect(access.reads).toBe(2);
  });

  test.each<[string, (fixture: ReturnType<typeof setUp>, key: string, cookie: SessionCookie) => unknown]>([
    ["its key is revoked", ({ access }, key) => access.records.delete(hashApiKey(key))],
    ["it is ended", ({ access }, _key, cookie) => endSession(access.apiKeys, cookie)],
  ])("a session stops working within five seconds after %s", async (_what, stop) => {
    const key = createApiKey();
    const fixture = setUp(key);
    const { cookie } = await fixture.startSession(key);
    await fixture.authenticate(undefined, cookie);
    await stop(fixture, key, cookie);
    fixture.clock.nowMs = START_MS + 5_000;
    await expect(fixture.authenticate(undefined, cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("a session expires after exactly twelve hours, even if it is cached", async () => {
    const key = createApiKey();
    const { authenticate, startSession, clock } = setUp(key);
    const { cookie, expiresAtMs } = await startSession(key);
    expect(expiresAtMs).toBe(START_MS + 12 * HOUR_MS);
    clock.nowMs = START_MS + 12 * HOUR_MS - 1;
    await authenticate(undefined, cookie);
    clock.nowMs = START_MS + 12 * HOUR_MS;
    await expect(authenticate(undefined, cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("a session cookie with the hash of another key returns UNAUTHORIZED", async () => {
    const [mine, other] = [createApiKey(), createApiKey()];
    const { authenticate, startSession } = setUp(mine, other);
    const { cookie } = await startSession(mine);
    await authenticate(undefined, cookie);
    const forged = { ...cookie, value: cookie.value.replace(hashApiKey(mine), hashApiKey(other)) };
    await expect(authenticate(undefined, forged)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("the stored session contains only the hash of its token", async () => {
    const key = createApiKey();
    const { startSession, access } = setUp(key);
    const { cookie } = await startSession(key);
    const [token = ""] = cookie.value.split(".");
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const hash = `session#${createHash("sha256").update(`__Host-irs_session=${token}`).digest("hex")}`;
    const expiresAtMs = START_MS + 12 * HOUR_MS;
    expect([...access.sessions.values()]).toEqual([{ hash, keyHash: hashApiKey(key), expiresAtMs }]);
  });

  test("a session that began before the update is valid under the cookie's old name only, until it ends", async () => {
    const key = createApiKey();
    const { authenticate, access, clock } = setUp(key);
    const [token, keyHash] = ["t".repeat(43), hashApiKey(key)];
    // The service stored this item before the cookie had its prefix.
    const hash = `session#${createHash("sha256").update(token).digest("hex")}`;
    access.sessions.set(hash, { hash, keyHash, expiresAtMs: START_MS + HOUR_MS });
    const value = `${token}.${keyHash}`;
    await expect(authenticate(undefined, { name: "irs_session", value })).resolves.toMatchObject({ by: "session" });
    await expect(authenticate(undefined, { name: "__Host-irs_session", value })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    clock.nowMs = START_MS + HOUR_MS;
    await expect(authenticate(undefined, { name: "irs_session", value })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });

  test("a new session is not valid under the cookie's old name, which another host could set", async () => {
    const key = createApiKey();
    const { authenticate, startSession } = setUp(key);
    const { cookie } = await startSession(key);
    expect(cookie.name).toBe("__Host-irs_session");
    await expect(authenticate(undefined, { ...cookie, name: "irs_session" })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });

  test("a Bearer key takes precedence over a session, and other schemes do not", async () => {
    const key = createApiKey();
    const { authenticate, startSession } = setUp(key);
    const { cookie } = await startSession(key);
    await expect(authenticate(`Bearer ${key}`, cookie)).resolves.toMatchObject({ by: "key" });
    await expect(authenticate(`Bearer ${createApiKey()}`, cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(authenticate("Basic dTpw", cookie)).resolves.toMatchObject({ by: "session" });
  });

  test.each([[""], ["x"], [`${"a".repeat(43)}.${"0".repeat(63)}`], [`${"a".repeat(44)}.${"0".repeat(64)}`]])(
    "a malformed session cookie (%j) causes no database read",
    async (value) => {
      const { authenticate, access } = setUp();
      const cookie = { name: "__Host-irs_session", value } as const;
      await expect(authenticate(undefined, cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      await endSession(access.apiKeys, cookie);
      expect(access.reads).toBe(0);
    },
  );

  test.each([["irs_short"], [createApiKey()]])("createSession rejects the invalid API key %s", async (key) => {
    const { startSession, access } = setUp();
    await expect(startSession(key)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(access.sessions.size).toBe(0);
  });
});

describe("bootstrapWorkspace", () => {
  function bootstrap() {
    const access = createInMemoryAccess();
    const vault = { text: "placeholder" };
    let recorded: string | undefined;
    const dependencies = {
      workspaces: access.workspaces,
      firstWorkspace: { read: async () => recorded, write: async (id: string) => void (recorded = id) },
      vault: { read: async () => vault.text, write: async (key: string) => void (vault.text = key) },
      now: () => 0,
    };
    return { access, vault, run: (deployment: string) => bootstrapWorkspace(dependencies, deployment) };
  }

  test("bootstrapWorkspace creates a valid key, and a second run keeps it", async () => {
    const { access, vault, run } = bootstrap();
    const workspaceId = await run("stack-1");
    const key = vault.text;
    expect(await run("stack-1")).toBe(workspaceId);
    expect(vault.text).toBe(key);
    expect(access.records.size).toBe(1);
    const authenticate = createAuthenticator(access.apiKeys, DEFAULT_PLANS, () => 0);
    const credentials = { authorization: `Bearer ${key}`, session: undefined };
    await expect(authenticate(credentials)).resolves.toMatchObject({ workspaceId, planName: "unlimited" });
    expect(await bootstrap().run("stack-2")).not.toBe(workspaceId);
  });

  test("bootstrapWorkspace of a new stack with the data of an earlier stack keeps that stack's workspace and key", async () => {
    const { access, vault, run } = bootstrap();
    const workspaceId = await run("stack-1");
    const key = vault.text;
    expect(await run("stack-2")).toBe(workspaceId);
    expect(vault.text).toBe(key);
    expect(access.profiles.size).toBe(1);
  });

  test("bootstrapWorkspace does not restore a revoked first key or a changed plan", async () => {
    const { access, run } = bootstrap();
    const id = await run("stack-1");
    const before = access.profiles.get(id);
    if (before === undefined) throw new Error("The workspace does not exist.");
    await access.workspaces.replace(before, { ...before, keys: [], plan: "team", revision: 2 });
    await run("stack-1");
    expect(access.records.size).toBe(0);
    expect(access.profiles.get(id)).toMatchObject({ plan: "team", keys: [] });
  });
});
