import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { createApiKey, hashApiKey } from "../../../core/access/api-key.js";
import { createAuthenticator } from "../../../core/access/authenticate.js";
import { createKey } from "../../../core/access/create-key.js";
import { createSession } from "../../../core/access/create-session.js";
import { createSessionLink } from "../../../core/access/create-session-link.js";
import type { SessionCookie } from "../../../core/access/session.js";
import { createSessionSchema } from "../../../core/contract/access-api.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import type { Scope } from "../../../core/contract/scopes.js";
import { createInMemoryAccess } from "../../support/in-memory-access.js";
import { START_MS, WORKSPACE } from "../../support/render-fixture.js";

const MINUTE_MS = 60 * 1000;
const BASE = "https://images.example.com";
const INVITATION = { name: "Ada", scopes: ["render" as const] };

async function setUp(keyScopes: Scope[] = ["render", "templates", "admin"]) {
  const access = createInMemoryAccess();
  const key = createApiKey();
  const entry = { hash: hashApiKey(key), keyId: WORKSPACE, name: "Team key", scopes: keyScopes, createdAtMs: 0 };
  const profile = { id: WORKSPACE, name: "W", plan: "team", createdAtMs: 0, keys: [entry], revision: 1 };
  await access.workspaces.create(profile);
  const clock = { nowMs: START_MS };
  const dependencies = { ...access, sessions: access.apiKeys, now: () => clock.nowMs, newId: () => WORKSPACE };
  const authenticate = createAuthenticator(access.apiKeys, DEFAULT_PLANS, () => clock.nowMs);
  const byKey = () => authenticate({ authorization: `Bearer ${key}`, session: undefined });
  const bySession = (session: SessionCookie) => authenticate({ authorization: undefined, session });
  const invite = async (invitation: { name: string; scopes: Scope[] } = INVITATION) =>
    (await createSessionLink(dependencies, await byKey(), invitation, BASE)).url;
  const signIn = (url: string) => createSession(dependencies, { token: new URL(url).hash.slice(1) });
  return { access, key, clock, dependencies, byKey, bySession, invite, signIn };
}

describe("a sign-in link", () => {
  test("has its token in the fragment, and the service stores only the hash of the token", async () => {
    const { invite, access, key } = await setUp();
    const url = await invite();
    const token = /^https:\/\/images\.example\.com\/studio#([\w-]{43})$/.exec(url)?.[1] ?? "";
    const hash = `link#${createHash("sha256").update(token).digest("hex")}`;
    const link = { hash, keyHash: hashApiKey(key), ...INVITATION, expiresAtMs: START_MS + 5 * MINUTE_MS };
    expect([...access.linkRecords.values()]).toEqual([link]);
  });

  test("begins a session with its own name and scopes, in the workspace of the key", async () => {
    const { invite, signIn, bySession } = await setUp();
    const session = await signIn(await invite());
    expect(session).toMatchObject({ workspaceId: WORKSPACE, scopes: ["render"] });
    expect(session.expiresAtMs).toBe(START_MS + 12 * 60 * MINUTE_MS);
    await expect(bySession(session.cookie)).resolves.toMatchObject({
      workspaceId: WORKSPACE,
      name: "Ada",
      scopes: ["render"],
      by: "session",
      expiresAtMs: session.expiresAtMs,
    });
  });

  test("works once", async () => {
    const { invite, signIn, access } = await setUp();
    const url = await invite();
    await signIn(url);
    await expect(signIn(url)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(access.sessions.size).toBe(1);
  });

  test("begins one session if two requests have its token at the same time", async () => {
    const { invite, signIn, access } = await setUp();
    const url = await invite();
    const results = await Promise.allSettled([signIn(url), signIn(url)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(access.sessions.size).toBe(1);
  });

  test("works for less than five minutes, even if the table still has it", async () => {
    const { invite, signIn, clock } = await setUp();
    const [first, second] = [await invite(), await invite()];
    clock.nowMs = START_MS + 5 * MINUTE_MS - 1;
    await signIn(first);
    clock.nowMs = START_MS + 5 * MINUTE_MS;
    await expect(signIn(second)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("does not work after its key is revoked, and its session ends with the key", async () => {
    const { invite, signIn, bySession, access, key, clock } = await setUp();
    const [used, unused] = [await invite(), await invite()];
    const { cookie } = await signIn(used);
    await bySession(cookie);
    access.records.delete(hashApiKey(key));
    await expect(signIn(unused)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    clock.nowMs += 5_000;
    await expect(bySession(cookie)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test.each([[""], ["x"], ["a".repeat(43)], ["a".repeat(44)], [`${"a".repeat(43)}\n`]])(
    "with the unknown or malformed token %j returns UNAUTHORIZED",
    async (token) => {
      const { dependencies } = await setUp();
      await expect(createSession(dependencies, { token })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    },
  );

  test("has no scope that the caller lacks, not even one that the caller could give to a key", async () => {
    const { invite, access } = await setUp(["admin"]);
    await expect(invite({ name: "Ada", scopes: ["admin", "render"] })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { scopes: ["render"] },
    });
    expect(access.linkRecords.size).toBe(0);
  });
});

describe("a session from a sign-in link", () => {
  async function guest(scopes: Scope[]) {
    const fixture = await setUp();
    const { cookie } = await fixture.signIn(await fixture.invite({ name: "Ada", scopes }));
    return { ...fixture, cookie, caller: await fixture.bySession(cookie) };
  }

  test("creates links and keys only with scopes of its own", async () => {
    const { dependencies, caller } = await guest(["admin", "render"]);
    for (const create of [
      (scopes: Scope[]) => createSessionLink(dependencies, caller, { name: "Bob", scopes }, BASE),
      (scopes: Scope[]) => createKey(dependencies, caller, { name: "Bob", scopes }),
    ]) {
      const refused = create(["render", "templates"]);
      await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN", details: { scopes: ["templates"] } });
      await expect(refused).rejects.toThrow("This session cannot grant the scope `templates`.");
      await create(["render"]);
    }
  });

  test("has a cookie that services without links refuse, because they would give it all scopes of the key", async () => {
    const { cookie, key } = await guest(["render"]);
    expect(cookie.value).toMatch(/^link\.[\w-]{43}\.[0-9a-f]{64}$/);
    expect(cookie.value).toContain(hashApiKey(key));
    // The pattern of those services.
    expect(cookie.value).not.toMatch(/^([A-Za-z0-9_-]{43})\.([0-9a-f]{64})$/);
  });

  test("is not valid without the mark of links, or under the old name of the cookie", async () => {
    const { cookie, bySession } = await guest(["render"]);
    for (const forged of [
      { ...cookie, value: cookie.value.slice("link.".length) },
      { ...cookie, name: "irs_session" as const },
    ]) {
      await expect(bySession(forged)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    }
  });
});

test("a session that begins with a key has the name and scopes of the key", async () => {
  const { key, dependencies, bySession, byKey } = await setUp();
  const { cookie } = await createSession(dependencies, { apiKey: key });
  const own = { name: "Team key", scopes: ["render", "templates", "admin"] };
  await expect(byKey()).resolves.toMatchObject(own);
  await expect(bySession(cookie)).resolves.toMatchObject(own);
});

test.each([[{}], [{ apiKey: "a", token: "b" }]])("a request for a session with %j is not valid", (body) => {
  const { error } = createSessionSchema.safeParse(body);
  expect(error?.issues).toMatchObject([{ path: ["apiKey"], message: "Send either `apiKey` or `token`." }]);
});
