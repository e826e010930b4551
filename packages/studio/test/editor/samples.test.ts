/** Values that a document is tried with, and which of its texts do not fit. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { generatedValues, ownValues, textLayers, valuesFor } from "../../src/editor/samples/sample-sets.js";
import { type SampleKind, sampleText } from "../../src/editor/samples/sample-texts.js";
import { misfitsOf } from "../../src/editor/samples/text-fit.js";

const KINDS: readonly SampleKind[] = ["long", "short", "empty", "arabic", "japanese"];

const TICKET: EditedDocument = {
  width: 400,
  height: 200,
  variables: [
    { name: "guest", type: "string", default: "Ada Lovelace", min_length: 3, max_length: 20 },
    { name: "note", type: "string", default: "Thanks" },
    { name: "seats", type: "number", default: 2, min: 1, max: 99 },
    { name: "price", type: "number", default: 5 },
    { name: "accent", type: "color", default: "#f00" },
    { name: "day", type: "enum", choices: ["Tuesday", "Wednesday", "Sun"] },
    { name: "rows", type: "list", fields: [{ name: "label", type: "string", default: "Row" }], default: [] },
  ],
  layers: [
    { id: "a", name: "event", type: "text", text: "An evening" },
    { id: "b", name: "hello", type: "text", text: "Hello {{guest}}" },
    { id: "c", type: "text", text: "No name" },
    {
      id: "d",
      name: "list",
      type: "group",
      repeat: "rows",
      children: [{ id: "e", name: "row", type: "text", text: "Row" }],
    },
  ],
};

describe("generated texts", () => {
  test("whatever the limits are, a text has as many characters as they allow", () => {
    const limits = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 300 })).map(([min, more]) => ({ min, max: min + more }));
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.string({ maxLength: 80 }), limits, (kind, usual, { min, max }) => {
        const { length } = sampleText(kind, usual, { min, max });
        expect(length).toBeGreaterThanOrEqual(min);
        expect(length).toBeLessThanOrEqual(max);
      }),
      { seed: 4, numRuns: 400 },
    );
  });

  test("a long text is German and longer than the usual one, and the others have their length and script", () => {
    const usual = "A headline that people want to read";
    expect(sampleText("long", usual).length).toBeGreaterThan(2 * usual.length);
    expect(sampleText("long", usual)).toMatch(/Donaudampfschifffahrtsgesellschaft/);
    expect(sampleText("short", usual).length).toBeLessThan(4);
    expect(sampleText("empty", usual)).toBe("");
    expect(sampleText("arabic", usual)).toMatch(/^[\p{Script=Arabic}\s.]+$/u);
    expect(sampleText("japanese", usual)).toMatch(/^[\p{Script=Han}\p{Script=Hiragana}。]+$/u);
  });

  test("a text in another script is about as long as the usual one, and never very short", () => {
    expect(sampleText("japanese", "").length).toBe(12);
    expect(sampleText("japanese", "a".repeat(41)).length).toBe(21);
    expect(sampleText("arabic", "")).toBe("مرحبا بكم في المؤتمر");
    expect(sampleText("long", "")).toBe("Die Jahreshauptversammlung der Donaudampfschifffahrtsgesellschaft beginnt");
  });
});

describe("generated sets", () => {
  test("a long set fills every variable to its limits, and each text that a request can replace", () => {
    const { variables, layers } = generatedValues(TICKET, "long");
    expect(String(variables["guest"])).toHaveLength(20);
    expect(variables).toMatchObject({ seats: 99, day: "Wednesday", price: 1_234_567.89 });
    expect(variables["rows"]).toHaveLength(12);
    expect(variables).not.toHaveProperty("accent");
    expect(Object.keys(layers)).toEqual(["event"]);
  });

  test("an empty set is as empty as the variables allow", () => {
    const { variables, layers } = generatedValues(TICKET, "empty");
    expect(String(variables["guest"])).toHaveLength(3);
    expect(variables).toMatchObject({ note: "", seats: 1, price: 0, rows: [] });
    expect(layers).toEqual({ event: { text: "" } });
  });

  test("a number is within its limits, even if it has only one of them", () => {
    const numbers = (limits: object) => {
      const document = { ...TICKET, variables: [{ name: "n", type: "number", ...limits }] };
      return KINDS.map((kind) => generatedValues(document, kind).variables["n"]);
    };
    expect(numbers({})).toEqual([1_234_567.89, 7, 0, undefined, undefined]);
    expect(numbers({ min: 5 })).toEqual([1_234_567.89, 5, 5, undefined, undefined]);
    expect(numbers({ min: 2_000_000 })).toEqual([2_000_000, 2_000_000, 2_000_000, undefined, undefined]);
    expect(numbers({ max: 3 })).toEqual([3, 3, 0, undefined, undefined]);
    expect(numbers({ max: -2 })).toEqual([-2, -2, -2, undefined, undefined]);
    expect(numbers({ min: -9, max: 9 })).toEqual([9, -9, 0, undefined, undefined]);
  });

  test("a list has as many items as it may, and a list that is needed has at least one", () => {
    const counts = (limits: object) => {
      const document = { ...TICKET, variables: [{ name: "rows", type: "list", fields: [], ...limits }] };
      return KINDS.map((kind) => (generatedValues(document, kind).variables["rows"] as readonly unknown[]).length);
    };
    expect(counts({})).toEqual([12, 1, 0, 3, 3]);
    expect(counts({ required: true })).toEqual([12, 1, 1, 3, 3]);
    expect(counts({ min_items: 4, max_items: 5 })).toEqual([5, 4, 4, 4, 4]);
    expect(counts({ max_items: 2 })).toEqual([2, 1, 0, 2, 2]);
    expect(counts({ min_items: 20, max_items: 30 })).toEqual([20, 20, 20, 20, 20]);
  });

  test("a text that is needed is never empty, and a choice is its longest or its shortest one", () => {
    const document = {
      ...TICKET,
      variables: [
        { name: "needed", type: "string", required: true },
        { name: "free", type: "string" },
        { name: "choice", type: "enum", choices: ["ab", "a", 7, "abc"] },
        { name: "day", type: "date" },
      ],
    };
    expect(generatedValues(document, "empty").variables).toEqual({ needed: "J", free: "" });
    expect(generatedValues(document, "short").variables).toEqual({ needed: "Ja", free: "Ja", choice: "a" });
    expect(generatedValues(document, "long").variables).toMatchObject({ choice: "abc", day: "2026-09-30T22:45:00Z" });
  });

  test("only named texts without variables and outside of repeats are replaced as a whole", () => {
    expect(textLayers(TICKET)).toEqual([{ name: "event", text: "An evening" }]);
  });

  test("a kept set loses what the document no longer has, so that the service accepts it", () => {
    const kept = {
      variables: { guest: "Grace", gone: 1 },
      layers: { event: { text: "Night" }, gone: { text: "" } },
    };
    expect(valuesFor(TICKET, kept)).toEqual({ variables: { guest: "Grace" }, layers: { event: { text: "Night" } } });
    expect(ownValues(TICKET).variables).toMatchObject({ guest: "Ada Lovelace", seats: 2 });
  });
});

test("a text that is cut and one that became smaller are named with their sizes, and one that fits is not", () => {
  const document: EditedDocument = {
    width: 100,
    height: 100,
    layers: [
      { id: "a", name: "title", type: "text", font_size: 40 },
      { id: "b", type: "text", font_size: 20 },
      { id: "c", type: "text" },
    ],
  };
  const box = { x: 0, y: 0, width: 50, height: 20 };
  const laid = [
    { layerId: "a", box, rotation: 0, text: { fontSize: 31.5, cutAt: null } },
    { layerId: "b", box, rotation: 0, text: { fontSize: 20, cutAt: 7 } },
    { layerId: "c", box, rotation: 0, text: { fontSize: 32, cutAt: null } },
  ];
  expect(misfitsOf(document, laid)).toMatchObject([
    { layer: "a", name: "title", kind: "shrunk", fontSize: 31.5, usualSize: 40 },
    { layer: "b", name: "b", kind: "cut" },
  ]);
});
