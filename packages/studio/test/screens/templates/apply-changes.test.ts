import { describe, expect, test } from "@jest/globals";
import { applyChanges, type TemplateChange } from "../../../src/screens/templates/service/apply-changes.js";
import type { ListedTemplate, TemplateQuery } from "../../../src/screens/templates/service/template-routes.js";

const DAY = "2026-11-0";

/** A template that was created and changed on days of November. */
function template(id: string, name: string, created: number, updated = created): ListedTemplate {
  const times = { createdAt: `${DAY}${created}T00:00:00.000Z`, updatedAt: `${DAY}${updated}T00:00:00.000Z` };
  return { id, name, description: "", projectId: "cards", projectName: "Cards", version: 1, ...times };
}

const BY_UPDATE: TemplateQuery = { sort: "updated" };
const CARD = template("a", "Card", 3);
const BANNER = template("b", "Banner", 2);

/** Returns the names in a list after one change. */
function namesAfter(
  change: Partial<TemplateChange> & { readonly id: string },
  query: TemplateQuery = BY_UPDATE,
  items: readonly ListedTemplate[] = [CARD, BANNER],
): readonly string[] {
  const { id, template: changed, isNew = false } = change;
  const changes = new Map([[id, { template: changed, isNew, atMs: 0 }]]);
  return applyChanges({ items, next: undefined, total: items.length }, changes, query).items.map(({ name }) => name);
}

describe("the changes of a page in a list of templates", () => {
  test("a renamed template has its new name, even if the list was read in the same millisecond", () => {
    expect(namesAfter({ id: "a", template: template("a", "Ticket", 3, 5) })).toEqual(["Ticket", "Banner"]);
    expect(namesAfter({ id: "a", template: template("a", "Ticket", 3) })).toEqual(["Ticket", "Banner"]);
  });

  test("a list that was read after somebody else's change keeps what it says", () => {
    const newer = template("a", "Poster", 3, 7);
    expect(namesAfter({ id: "a", template: template("a", "Ticket", 3, 5) }, undefined, [newer, BANNER])).toEqual([
      "Poster",
      "Banner",
    ]);
  });

  test("a deleted template leaves the list, and a restored one leaves the list of deleted templates", () => {
    expect(namesAfter({ id: "a", template: undefined })).toEqual(["Banner"]);
    expect(namesAfter({ id: "a", template: CARD }, { ...BY_UPDATE, deleted: true })).toEqual(["Banner"]);
  });

  test("a template that no longer matches the search leaves the list", () => {
    expect(
      namesAfter({ id: "a", template: template("a", "Ticket", 3, 5) }, { ...BY_UPDATE, q: "car" }, [CARD]),
    ).toEqual([]);
    expect(namesAfter({ id: "a", template: CARD }, { ...BY_UPDATE, project: "tickets" }, [CARD])).toEqual([]);
  });

  test.each([
    ["updated", ["Card", "Banner", "Almanac"]],
    ["created", ["Card", "Banner", "Almanac"]],
    ["name", ["Almanac", "Card", "Banner"]],
  ] as const)("a new template has its place in a list that is sorted by %s", (sort, names) => {
    expect(namesAfter({ id: "c", template: template("c", "Almanac", 1), isNew: true }, { sort })).toEqual(names);
  });

  test("a new template is not shown twice, and the total counts it once", () => {
    const created = template("c", "Almanac", 4);
    const changes = new Map([["c", { template: created, isNew: true, atMs: 0 }]]);
    const page = { items: [CARD, BANNER], next: undefined, total: 2 };
    const once = applyChanges(page, changes, BY_UPDATE);
    expect(once).toMatchObject({ total: 3 });
    expect(applyChanges(once, changes, BY_UPDATE)).toEqual(once);
  });
});
