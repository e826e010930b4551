import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { hashApiKey } from "../../../core/access/api-key.js";
import { createKey } from "../../../core/access/create-key.js";
import { createWorkspace } from "../../../core/access/create-workspace.js";
import { updateWorkspace } from "../../../core/access/update-workspace.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { createInMemoryAccess } from "../../support/in-memory-access.js";
import { START_MS } from "../../support/world.js";

async function setUp() {
  const access = createInMemoryAccess();
  const { workspaces } = access;
  const dependencies = { workspaces, plans: DEFAULT_PLANS, now: () => START_MS, newId: randomUUID };
  const { workspace, key } = await createWorkspace(dependencies, { name: "Shop", plan: "free" });
  const { keyId = "" } = workspace.keys[0] ?? {};
  const makeKey = () =>
    createKey(
      dependencies,
      { workspaceId: workspace.id, keyId, scopes: ["admin"] },
      { name: "CI", scopes: ["render"] },
    );
  const plansOfKeys = () => [...access.records.values()].map(({ plan }) => plan);
  return { access, dependencies, workspace, key, makeKey, plansOfKeys };
}

describe("a new workspace", () => {
  test("comes with a key that may all but operate", async () => {
    const { access, workspace, key } = await setUp();
    expect(access.records.get(hashApiKey(key))).toMatchObject({
      workspaceId: workspace.id,
      plan: "free",
      scopes: ["render", "templates", "admin"],
    });
  });

  test.each([["tema"], ["toString"], ["constructor"]])("needs a plan that there is, not %s", async (plan) => {
    const { access, dependencies } = await setUp();
    const made = createWorkspace(dependencies, { name: "Shop", plan });
    await expect(made).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: { issues: [{ path: "plan" }] } });
    expect(access.profiles.size).toBe(1);
  });

  test("with a misspelt plan is told what was meant", async () => {
    const { dependencies } = await setUp();
    const made = createWorkspace(dependencies, { name: "Shop", plan: "tema" });
    await expect(made).rejects.toThrow(
      'There is no plan "tema"; there are free, team, unlimited. Did you mean "team"?',
    );
  });
});

describe("changing a workspace", () => {
  test("renames it and nothing else", async () => {
    const { access, dependencies, workspace } = await setUp();
    const renamed = await updateWorkspace(dependencies, workspace.id.toUpperCase(), { name: "Store" });
    expect(renamed).toEqual({ ...workspace, name: "Store", revision: 2 });
    expect(access.creditChanges).toEqual([]);
  });

  test("moves it to another plan with all its keys and the credits of the month", async () => {
    const { access, dependencies, workspace, makeKey, plansOfKeys } = await setUp();
    await makeKey();
    await updateWorkspace(dependencies, workspace.id, { plan: "team" });
    expect(plansOfKeys()).toEqual(["team", "team"]);
    expect(access.creditChanges).toEqual([{ month: "2026-11", before: 100, after: 10_000 }]);
  });

  test("to the plan that it has moves no credits", async () => {
    const { access, dependencies, workspace } = await setUp();
    await updateWorkspace(dependencies, workspace.id, { plan: "free" });
    expect(access.creditChanges).toEqual([]);
  });

  test("gives a key that is made at the same time the new plan too", async () => {
    const { access, dependencies, workspace, makeKey, plansOfKeys } = await setUp();
    access.meanwhile = makeKey;
    await updateWorkspace(dependencies, workspace.id, { plan: "team" });
    expect(plansOfKeys()).toEqual(["team", "team"]);
    access.meanwhile = () => updateWorkspace(dependencies, workspace.id, { plan: "free" });
    await makeKey();
    expect(plansOfKeys()).toEqual(["free", "free", "free"]);
  });

  test("moves credits once for each change, though two are asked for at the same time", async () => {
    const { access, dependencies, workspace } = await setUp();
    access.meanwhile = () => updateWorkspace(dependencies, workspace.id, { plan: "team" });
    await updateWorkspace(dependencies, workspace.id, { plan: "team" });
    expect(access.creditChanges).toHaveLength(1);
  });

  test("leads out of a plan that the settings no longer have, its grant being unknown", async () => {
    const { access, dependencies, workspace } = await setUp();
    const plans = Object.fromEntries(Object.entries(DEFAULT_PLANS).filter(([name]) => name === "team"));
    await updateWorkspace({ ...dependencies, plans }, workspace.id, { plan: "team" });
    expect(access.creditChanges).toEqual([{ month: "2026-11", before: 10_000, after: 10_000 }]);
  });

  test("does not find what is not there", async () => {
    const { dependencies } = await setUp();
    for (const id of [randomUUID(), "x"]) {
      await expect(updateWorkspace(dependencies, id, { name: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});
