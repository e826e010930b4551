import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { hashApiKey } from "../../../core/access/api-key.js";
import { createKey } from "../../../core/access/create-key.js";
import { createWorkspace } from "../../../core/access/create-workspace.js";
import { updateWorkspace } from "../../../core/access/update-workspace.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { createInMemoryAccess } from "../../support/in-memory-access.js";
import { START_MS } from "../../support/render-fixture.js";

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

describe("createWorkspace", () => {
  test("createWorkspace creates a first key with all scopes except operator", async () => {
    const { access, workspace, key } = await setUp();
    expect(access.records.get(hashApiKey(key))).toMatchObject({
      workspaceId: workspace.id,
      plan: "free",
      scopes: ["render", "templates", "admin"],
    });
  });

  test.each([["tema"], ["toString"], ["constructor"]])("createWorkspace rejects the unknown plan %s", async (plan) => {
    const { access, dependencies } = await setUp();
    const made = createWorkspace(dependencies, { name: "Shop", plan });
    await expect(made).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: { issues: [{ path: "plan" }] } });
    expect(access.profiles.size).toBe(1);
  });

  test("createWorkspace suggests a plan for a misspelled one", async () => {
    const { dependencies } = await setUp();
    const made = createWorkspace(dependencies, { name: "Shop", plan: "tema" });
    await expect(made).rejects.toThrow('There is no plan "tema". Plans: free, team, unlimited. Did you mean "team"?');
  });
});

describe("updateWorkspace", () => {
  test("updateWorkspace with a name changes only the name", async () => {
    const { access, dependencies, workspace } = await setUp();
    const renamed = await updateWorkspace(dependencies, workspace.id.toUpperCase(), { name: "Store" });
    expect(renamed).toEqual({ ...workspace, name: "Store", revision: 2 });
    expect(access.creditChanges).toEqual([]);
  });

  test("updateWorkspace with a plan changes the plan, all key records, and the credits of the month", async () => {
    const { access, dependencies, workspace, makeKey, plansOfKeys } = await setUp();
    await makeKey();
    await updateWorkspace(dependencies, workspace.id, { plan: "team" });
    expect(plansOfKeys()).toEqual(["team", "team"]);
    expect(access.creditChanges).toEqual([{ month: "2026-11", before: 100, after: 10_000 }]);
  });

  test("updateWorkspace with the current plan does not change credits", async () => {
    const { access, dependencies, workspace } = await setUp();
    await updateWorkspace(dependencies, workspace.id, { plan: "free" });
    expect(access.creditChanges).toEqual([]);
  });

  test("a key that is created during a change of plan gets the new plan", async () => {
    const { access, dependencies, workspace, makeKey, plansOfKeys } = await setUp();
    access.meanwhile = makeKey;
    await updateWorkspace(dependencies, workspace.id, { plan: "team" });
    expect(plansOfKeys()).toEqual(["team", "team"]);
    access.meanwhile = () => updateWorkspace(dependencies, workspace.id, { plan: "free" });
    await makeKey();
    expect(plansOfKeys()).toEqual(["free", "free", "free"]);
  });

  test("two equal concurrent changes of plan change the credits once", async () => {
    const { access, dependencies, workspace } = await setUp();
    access.meanwhile = () => updateWorkspace(dependencies, workspace.id, { plan: "team" });
    await updateWorkspace(dependencies, workspace.id, { plan: "team" });
    expect(access.creditChanges).toHaveLength(1);
  });

  test("a workspace can leave a plan that the settings no longer define", async () => {
    const { access, dependencies, workspace } = await setUp();
    const plans = Object.fromEntries(Object.entries(DEFAULT_PLANS).filter(([name]) => name === "team"));
    await updateWorkspace({ ...dependencies, plans }, workspace.id, { plan: "team" });
    expect(access.creditChanges).toEqual([{ month: "2026-11", before: 10_000, after: 10_000 }]);
  });

  test("updateWorkspace returns NOT_FOUND for an unknown or malformed ID", async () => {
    const { dependencies } = await setUp();
    for (const id of [randomUUID(), "x"]) {
      await expect(updateWorkspace(dependencies, id, { name: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});
