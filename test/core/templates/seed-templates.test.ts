import { describe, expect, test } from "@jest/globals";
import { seedTemplates } from "../../../core/templates/seed-templates.js";
import { createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { DOCUMENT, WORKSPACE } from "../../support/render-fixture.js";

const starters = [{ name: "Card", document: DOCUMENT }];
const changed = [{ name: "Card", document: { ...DOCUMENT, width: 500 } }];
const now = () => 1;

describe("starter templates", () => {
  test("seedTemplates creates each starter template only once", async () => {
    const store = createInMemoryTemplates();
    const first = await seedTemplates(store, now, WORKSPACE, starters);
    const second = await seedTemplates(store, now, WORKSPACE, starters);
    expect(second).toEqual(first);
    expect(store.versions).toEqual([expect.objectContaining({ id: first.Card, version: 1, origin: "starter" })]);
    expect([...store.heads.values()]).toEqual([expect.objectContaining({ id: first.Card, name: "Card", revision: 1 })]);
  });

  test("seedTemplates creates a new version of a changed starter template and keeps the author's name", async () => {
    const store = createInMemoryTemplates();
    const { Card = "" } = await seedTemplates(store, now, WORKSPACE, starters);
    const head = store.heads.get(Card);
    if (head === undefined) throw new Error("not seeded");
    await store.update({ ...head, name: "My card", revision: 2 }, 1);
    await seedTemplates(store, now, WORKSPACE, changed);
    expect(store.versions.map(({ version }) => version)).toEqual([1, 2]);
    expect(store.heads.get(Card)).toMatchObject({ name: "My card", highestVersion: 2, revision: 3 });
  });

  test("seedTemplates does not change a starter template that an author edited", async () => {
    const store = createInMemoryTemplates();
    const { Card = "" } = await seedTemplates(store, now, WORKSPACE, starters);
    const head = store.heads.get(Card);
    if (head === undefined) throw new Error("not seeded");
    const authored = { id: Card, workspaceId: WORKSPACE, version: 2, name: "Card", document: "{}", createdAtMs: 2 };
    await store.update({ ...head, highestVersion: 2, revision: 2 }, 1, authored);
    await seedTemplates(store, now, WORKSPACE, changed);
    expect((await store.find(WORKSPACE, Card, "highest"))?.version).toEqual(authored);
  });

  test("seedTemplates does not restore a deleted starter template", async () => {
    const store = createInMemoryTemplates();
    const { Card = "" } = await seedTemplates(store, now, WORKSPACE, starters);
    await store.remove(WORKSPACE, Card, { nowMs: 2, forgetAtMs: 3 });
    await seedTemplates(store, now, WORKSPACE, changed);
    expect(await store.find(WORKSPACE, Card, "highest")).toBeUndefined();
    expect(store.versions).toHaveLength(1);
  });
});
