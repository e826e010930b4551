import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { hashApiKey, isApiKey } from "../../../core/access/api-key.js";
import { createKey } from "../../../core/access/create-key.js";
import { revokeKey } from "../../../core/access/revoke-key.js";
import type { KeyEntry } from "../../../core/access/workspace.js";
import type { Scope } from "../../../core/contract/scopes.js";
import { createInMemoryAccess } from "../../support/in-memory-access.js";
import { OTHER_WORKSPACE, START_MS, WORKSPACE } from "../../support/render-fixture.js";

let made = 0;

function key(...scopes: Scope[]): KeyEntry {
  made += 1;
  const hash = made.toString(16).padStart(64, "0");
  return { hash, keyId: randomUUID(), name: "k", scopes, createdAtMs: START_MS };
}

async function setUp(...keys: KeyEntry[]) {
  const access = createInMemoryAccess();
  const common = { name: "W", plan: "team", createdAtMs: START_MS, revision: 1 };
  await access.workspaces.create({ ...common, id: WORKSPACE, keys });
  const foreign = key("admin");
  await access.workspaces.create({ ...common, id: OTHER_WORKSPACE, keys: [foreign, key("admin")] });
  const dependencies = { workspaces: access.workspaces, now: () => START_MS, newId: randomUUID };
  const as = ({ keyId, scopes }: KeyEntry) => ({ workspaceId: WORKSPACE, keyId, scopes });
  const create = (by: KeyEntry, scopes: Scope[], name = "CI") => createKey(dependencies, as(by), { name, scopes });
  const revoke = (by: KeyEntry, id: string) => revokeKey(access.workspaces, as(by), id);
  const stored = () => access.profiles.get(WORKSPACE)?.keys ?? [];
  return { access, create, revoke, foreign, keys: stored };
}

describe("createKey", () => {
  test("createKey stores a record with workspace and plan, and never stores the text of the key", async () => {
    const admin = key("admin");
    const { access, create, keys } = await setUp(admin);
    const { text, entry } = await create(admin, ["render"]);
    expect(isApiKey(text)).toBe(true);
    expect(access.records.get(hashApiKey(text))).toEqual({ ...entry, workspaceId: WORKSPACE, plan: "team" });
    expect(entry).toMatchObject({ name: "CI", scopes: ["render"], createdAtMs: START_MS });
    expect(keys()).toEqual([admin, entry]);
    expect(JSON.stringify([...access.profiles, ...access.records])).not.toContain(text);
  });

  test.each<[Scope[], Scope[]]>([
    [["admin"], ["render", "templates", "admin"]],
    [
      ["admin", "operator"],
      ["operator", "render"],
    ],
  ])("a caller with the scopes %j can grant %j", async (own, scopes) => {
    const admin = key(...own);
    const { create } = await setUp(admin);
    await expect(create(admin, scopes)).resolves.toMatchObject({ entry: { scopes } });
  });

  test.each<[Scope[], Scope[], Scope[]]>([
    [["admin"], ["render", "operator"], ["operator"]],
    [["render", "templates"], ["render", "admin"], ["admin"]],
    [["operator"], ["render"], ["render"]],
  ])("a caller with the scopes %j cannot grant %j", async (own, scopes, refused) => {
    const caller = key(...own);
    const { create, keys } = await setUp(caller);
    await expect(create(caller, scopes)).rejects.toMatchObject({ code: "FORBIDDEN", details: { scopes: refused } });
    expect(keys()).toEqual([caller]);
  });

  test("createKey rejects the 51st key, even if two keys are created at the same time", async () => {
    const admin = key("admin");
    const { access, create, keys } = await setUp(admin, ...Array.from({ length: 48 }, () => key("render")));
    access.meanwhile = () => create(admin, ["render"], "first");
    await expect(create(admin, ["render"], "second")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(keys()).toHaveLength(50);
    expect(keys().at(-1)?.name).toBe("first");
  });

  test("two keys that are created at the same time are both stored", async () => {
    const admin = key("admin");
    const { access, create, keys } = await setUp(admin);
    access.meanwhile = () => create(admin, ["render"], "first");
    await create(admin, ["render"], "second");
    expect(keys().map(({ name }) => name)).toEqual(["k", "first", "second"]);
    expect(access.records.size).toBe(5);
  });

  test("createKey returns UNAUTHORIZED for a revoked key that is still cached", async () => {
    const [admin, revoked] = [key("admin"), key("admin")];
    const { create } = await setUp(admin);
    await expect(create(revoked, ["admin"])).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("createKey returns RATE_LIMITED if another change comes first in every attempt", async () => {
    const admin = key("admin");
    const { access, create } = await setUp(admin);
    const stale = { ...access.workspaces, replace: async () => Promise.resolve(false) };
    const dependencies = { workspaces: stale, now: () => START_MS, newId: randomUUID };
    const caller = { workspaceId: WORKSPACE, keyId: admin.keyId, scopes: admin.scopes };
    const body = { name: "CI", scopes: ["render" as const] };
    await expect(createKey(dependencies, caller, body)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(create(admin, ["render"])).resolves.toBeDefined();
  });
});

describe("a missing workspace", () => {
  test("createKey throws an internal error if the profile of the workspace is missing", async () => {
    const { access, create } = await setUp();
    access.profiles.clear();
    await expect(create(key("admin"), ["render"])).rejects.toThrow("has API keys but no profile");
  });
});

describe("revokeKey", () => {
  test("revokeKey removes the key and its record", async () => {
    const admin = key("admin");
    const { access, create, revoke, keys } = await setUp(admin);
    const { entry } = await create(admin, ["render"]);
    await revoke(admin, entry.keyId.toUpperCase());
    expect(keys()).toEqual([admin]);
    expect(access.records.has(entry.hash)).toBe(false);
  });

  test("revokeKey returns NOT_FOUND for a key of another workspace and for a malformed ID", async () => {
    const admin = key("admin");
    const { access, revoke, foreign } = await setUp(admin);
    for (const id of [foreign.keyId, randomUUID(), "x", ""]) {
      await expect(revoke(admin, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(access.records.has(foreign.hash)).toBe(true);
  });

  test.each<[Scope]>([["admin"], ["operator"]])("revokeKey rejects the last key with the scope %s", async (scope) => {
    const [last, caller] = [key(scope), key(scope === "admin" ? "operator" : "admin")];
    const { revoke, keys } = await setUp(last, caller);
    const revoked = revoke(caller, last.keyId);
    await expect(revoked).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(revoked).rejects.toThrow(`\`${scope}\``);
    expect(keys()).toHaveLength(2);
  });

  test("one key with admin remains if the last two are revoked at the same time", async () => {
    const [left, right] = [key("admin"), key("admin")];
    const { access, revoke, keys } = await setUp(left, right);
    access.meanwhile = () => revoke(left, left.keyId);
    await expect(revoke(right, right.keyId)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(keys()).toEqual([right]);
  });

  test("revokeKey returns UNAUTHORIZED for a caller whose key was revoked", async () => {
    const [admin, revoked] = [key("admin"), key("admin")];
    const { revoke, keys } = await setUp(admin, key("admin"));
    await expect(revoke(revoked, admin.keyId)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(keys()).toHaveLength(2);
  });
});
