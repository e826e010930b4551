/** Merges the work of two people: single values, layers that one has added, deleted or moved, and any edits. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";
import { allLayers, findLayer, parentOf, removeLayers } from "../../src/editor/document/layer-tree.js";
import {
  type AttributeDifference,
  type Choice,
  type Choices,
  defaultChoice,
  type Difference,
  differencesOf,
  DOCUMENT,
  mergeDocuments,
} from "../../src/editor/document/merge.js";
import { insertLayers, moveInto, reorder, setAttributes, setDocument } from "../../src/editor/document/operations.js";
import { CARD, documents } from "./documents.js";

const choose = (
  differences: readonly Difference[],
  choice: (attribute: AttributeDifference, id: string) => Choice,
): Choices =>
  new Map(
    differences.map(
      ({ id, attributes }) => [id, new Map(attributes.map((one) => [one.name, choice(one, id)]))] as const,
    ),
  );
const mergedBy = (
  mine: EditedDocument,
  theirs: EditedDocument,
  choice: (attribute: AttributeDifference, id: string) => Choice = defaultChoice,
  base = CARD,
): EditedDocument => mergeDocuments(mine, theirs, choose(differencesOf(base, mine, theirs), choice));
const listed = (base: EditedDocument, mine: EditedDocument, theirs: EditedDocument) =>
  differencesOf(base, mine, theirs).flatMap(({ id, attributes }) =>
    attributes.map(({ name, changedBy }) => `${id} ${name} ${changedBy}`),
  );
const idsOf = (document: EditedDocument): readonly string[] => allLayers(document).map(({ layer }) => layer.id);
const layerOf = (document: EditedDocument, id: string): EditedLayer | undefined => findLayer(document, id)?.layer;

describe("the values of two people", () => {
  const mine = setAttributes(CARD, ["title"], { text: "Mine", color: "#ff0000" });
  const theirs = setDocument(setAttributes(CARD, ["title"], { text: "Theirs", x: 80 }), { background: "#000000" });

  test("each value that differs says who has changed it", () => {
    expect(listed(CARD, mine, theirs)).toEqual([
      "(document) background them",
      "title x them",
      "title text both",
      "title color me",
    ]);
  });

  test("the default choices keep what one person has changed, and my value if both people have changed it", () => {
    const merged = mergedBy(mine, theirs);
    expect(merged["background"]).toBe("#000000");
    expect(layerOf(merged, "title")).toMatchObject({ x: 80, text: "Mine", color: "#ff0000" });
  });

  test("one value of a layer can be theirs while another one is mine", () => {
    const merged = mergedBy(mine, theirs, ({ name }) => (name === "text" ? "theirs" : "mine"));
    expect(layerOf(merged, "title")).toMatchObject({ x: 72, text: "Theirs", color: "#ff0000" });
    expect(merged["background"]).toBe("#0f172a");
  });

  test("an attribute that one person has removed is gone if their value is chosen", () => {
    const removed = setAttributes(CARD, ["title"], { text: undefined });
    expect(layerOf(mergedBy(CARD, removed), "title")).not.toHaveProperty("text");
    expect(layerOf(mergedBy(removed, CARD), "title")).not.toHaveProperty("text");
  });

  test("a layer in a group is compared by itself", () => {
    const [mine, theirs] = ["Grace", "Alan"].map((text, index) =>
      setAttributes(CARD, [index === 0 ? "author" : "date"], { text }),
    ) as [EditedDocument, EditedDocument];
    expect(listed(CARD, mine, theirs)).toEqual(["author text me", "date text them"]);
    expect(allLayers(mergedBy(mine, theirs)).map(({ layer }) => layer["text"] ?? layer.id)).toEqual([
      ...["photo", "Title", "foot", "Grace", "Alan"],
    ]);
  });
});

describe("the layers of two people", () => {
  const added = insertLayers(CARD, [{ id: "new", type: "rectangle" }], { index: 1 }).document;

  test("a layer that I have added stays above the layer that it was above, and one that they have deleted is gone", () => {
    expect(idsOf(mergedBy(added, removeLayers(CARD, new Set(["foot"]))))).toEqual(["photo", "new", "title"]);
  });

  test("a group that they have deleted and in which I have changed a layer is kept, with everything inside", () => {
    const changed = setAttributes(CARD, ["author"], { text: "Grace" });
    const deleted = removeLayers(CARD, new Set(["foot"]));
    expect(listed(CARD, changed, deleted)).toEqual(["foot (presence) both"]);
    expect(mergedBy(changed, deleted)).toEqual(changed);
    expect(mergedBy(changed, deleted, () => "theirs")).toEqual(deleted);
  });

  test("a layer that they have moved out of a group keeps what I have changed, and exists once", () => {
    const moved = moveInto(CARD, new Set(["author"]), undefined, 0);
    const merged = mergedBy(setAttributes(CARD, ["author"], { text: "Grace" }), moved);
    expect(idsOf(merged)).toEqual(["author", "photo", "title", "foot", "date"]);
    expect(layerOf(merged, "author")).toMatchObject({ text: "Grace" });
  });

  test("another order of the layers is a difference that can be chosen", () => {
    const ordered = reorder(CARD, new Set(["photo"]), "front");
    expect(listed(CARD, ordered, added)).toEqual(["(document) (order) me", "new (presence) them"]);
    expect(idsOf(mergedBy(ordered, added))).toEqual(["title", "foot", "author", "date", "photo", "new"]);
    expect(idsOf(mergedBy(ordered, added, () => "theirs"))).toEqual(idsOf(added));
  });

  test("a layer whose chosen group was deleted stays in the group that exists", () => {
    const grouped = insertLayers(CARD, [{ id: "box", type: "group", children: [] }]).document;
    const moved = moveInto(grouped, new Set(["title"]), "box", 0);
    const merged = mergedBy(CARD, moved, ({ name }) => (name === "(group)" ? "theirs" : "mine"));
    expect(parentOf(merged, "title")).toBeUndefined();
    expect(idsOf(merged)).toEqual(idsOf(CARD));
  });

  test("a layer whose chosen group can no longer hold layers stays in the document", () => {
    const grouped = insertLayers(CARD, [{ id: "box", type: "group", children: [] }]).document;
    const theirs = moveInto(grouped, new Set(["title"]), "box", 0);
    const layers = CARD.layers.concat({ id: "box", type: "rectangle" });
    const merged = mergedBy({ ...CARD, layers }, theirs, ({ name }) => (name === "(group)" ? "theirs" : "mine"));
    expect(layerOf(merged, "box")).toEqual({ id: "box", type: "rectangle" });
    expect(parentOf(merged, "title")).toBeUndefined();
    expect(idsOf(merged).toSorted()).toEqual(idsOf(theirs).toSorted());
  });

  test("two groups that two people have moved into each other both exist", () => {
    const base = insertLayers(CARD, [{ id: "box", type: "group", children: [] }]).document;
    const mine = moveInto(base, new Set(["box"]), "foot", 0);
    const theirs = moveInto(base, new Set(["foot"]), "box", 0);
    const merged = mergedBy(mine, theirs, ({ changedBy }) => (changedBy === "me" ? "mine" : "theirs"), base);
    expect(idsOf(merged).toSorted()).toEqual(idsOf(base).toSorted());
  });
});

/** An edit of a document whose layers it picks by numbers. */
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom("set", "unset", "remove", "add", "move", "order", "document"),
    layer: fc.nat(),
    target: fc.nat(),
    value: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 6 },
);
type Edit = typeof edits extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

function edited(document: EditedDocument, steps: readonly Edit[], author: string): EditedDocument {
  return steps.reduce((before, { kind, layer, target, value }, index): EditedDocument => {
    const ids = idsOf(before);
    const id = ids[layer % ids.length];
    if (kind === "document") return setDocument(before, { background: `#00000${value}` });
    if (kind === "add" || id === undefined)
      return insertLayers(before, [{ id: `${author}-${index}`, type: "rectangle" }], { index: value }).document;
    const chosen = new Set([id]);
    if (kind === "set") return setAttributes(before, [id], { x: value, color: `#11111${value}` });
    if (kind === "unset") return setAttributes(before, [id], { y: undefined });
    if (kind === "remove") return removeLayers(before, chosen);
    if (kind === "order") return reorder(before, chosen, value > 1 ? "front" : "back");
    const groups = allLayers(before).filter((one) => one.layer.children !== undefined && one.layer.id !== id);
    const outside = groups.filter(({ ancestors }) => !ancestors.some((one) => one.id === id));
    return moveInto(before, chosen, outside[target % (outside.length + 1)]?.layer.id, value);
  }, document);
}

const works = fc.record({ base: documents, mine: edits, theirs: edits }).map(({ base, mine, theirs }) => ({
  base,
  mine: edited(base, mine, "mine"),
  theirs: edited(base, theirs, "theirs"),
}));

/** Compares documents without the order of keys, which means nothing. */
const sorted = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ),
  );

describe("any work of two people", () => {
  test("all choices of one person make the document of this person", () => {
    fc.assert(
      fc.property(works, ({ base, mine, theirs }) => {
        expect(sorted(mergedBy(mine, theirs, () => "mine", base))).toEqual(sorted(mine));
        expect(sorted(mergedBy(mine, theirs, () => "theirs", base))).toEqual(sorted(theirs));
      }),
    );
  });

  test("any choices make a document in which each layer exists once, with all layers that both have", () => {
    fc.assert(
      fc.property(works, fc.infiniteStream(fc.boolean()), ({ base, mine, theirs }, flips) => {
        const merged = mergedBy(mine, theirs, () => (flips.next().value === true ? "mine" : "theirs"), base);
        const ids = idsOf(merged);
        expect(new Set(ids).size).toBe(ids.length);
        const shared = idsOf(mine).filter((id) => findLayer(theirs, id) !== undefined);
        expect(shared.filter((id) => !ids.includes(id))).toEqual([]);
      }),
    );
  });

  test("the default choices keep each attribute that only one person has changed", () => {
    fc.assert(
      fc.property(works, ({ base, mine, theirs }) => {
        const merged = mergedBy(mine, theirs, defaultChoice, base);
        for (const id of idsOf(base).filter((one) => findLayer(mine, one) && findLayer(theirs, one))) {
          for (const name of ["x", "y", "color"]) {
            const [old, my, their] = [base, mine, theirs].map((one) => layerOf(one, id)?.[name]);
            expect([id, name, layerOf(merged, id)?.[name]]).toEqual([id, name, my === old ? their : my]);
          }
        }
        const [old, my, their] = [base, mine, theirs].map((one) => one["background"]);
        expect(merged["background"]).toBe(my === old ? their : my);
      }),
    );
  });

  test("two equal documents have no difference", () => {
    fc.assert(
      fc.property(works, ({ base, mine }) => {
        expect(differencesOf(base, mine, mine)).toEqual([]);
      }),
    );
    expect(differencesOf(CARD, CARD, CARD).map(({ id }) => id)).not.toContain(DOCUMENT);
  });
});
