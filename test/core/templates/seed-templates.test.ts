import { describe, expect, test } from "@jest/globals";
import { seedTemplates } from "../../../core/templates/seed-templates.js";
import { createInMemoryTemplates, DOCUMENT, WORKSPACE } from "../../support/world.js";

const starters = [{ name: "Card", document: DOCUMENT }];
const now = () => 1;

describe("starter templates", () => {
  test("are made once, however often a deployment runs", async () => {
    const store = createInMemoryTemplates();
    const first = await seedTemplates(store, now, WORKSPACE, starters);
    const second = await seedTemplates(store, now, WORKSPACE, starters);
    expect(second).toEqual(first);
    expect(store.items).toEqual([expect.objectContaining({ id: first.Card, version: 1 })]);
  });

  test("get a next version when a release changes them", async () => {
    const store = createInMemoryTemplates();
    await seedTemplates(store, now, WORKSPACE, starters);
    await seedTemplates(store, now, WORKSPACE, [{ name: "Card", document: { ...DOCUMENT, width: 500 } }]);
    expect(store.items.map(({ version }) => version)).toEqual([1, 2]);
  });

  test("are left alone once an author has made a version", async () => {
    const store = createInMemoryTemplates();
    const { Card = "" } = await seedTemplates(store, now, WORKSPACE, starters);
    const authored = { id: Card, workspaceId: WORKSPACE, version: 2, name: "Card", document: "{}", createdAtMs: 2 };
    await store.putVersion(authored);
    await seedTemplates(store, now, WORKSPACE, [{ name: "Card", document: { ...DOCUMENT, width: 500 } }]);
    expect(await store.find(WORKSPACE, Card, "highest")).toEqual(authored);
  });
});
