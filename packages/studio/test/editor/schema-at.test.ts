/** What the schema of documents says at a place of a text. The schema is the one that `examples/template.schema.json` has. */
import { describe, expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import {
  beginningOf,
  descriptionOf,
  kindsOf,
  keysFor,
  type Schema,
  schemasAt,
  type SchemaStep,
  valuesFor,
} from "../../src/editor/json/schema-at.js";

const schema = JSON.parse(
  readFileSync(new URL("../../../../examples/template.schema.json", import.meta.url), "utf8"),
) as Schema;

/** A place in a layer of a type, below the document. */
const inLayer = (type: string, ...rest: SchemaStep[]): readonly SchemaStep[] => [
  { step: "layers", siblings: {} },
  { step: 0, siblings: {} },
  ...rest.map((one, index) => (index === 0 ? { ...one, siblings: { type } } : one)),
];
const at = (...steps: SchemaStep[]): readonly Schema[] => schemasAt(schema, steps);

test("the studio completes with the schema that the service publishes", () => {
  const [own] = JSON.parse(
    readFileSync(new URL("../../src/generated/document-schema.json", import.meta.url), "utf8"),
  ) as readonly unknown[];
  expect(own).toEqual(schema);
});

describe("keys", () => {
  test("a document has its own keys, and those that it needs come first", () => {
    const keys = keysFor(schema, at());
    expect(keys.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(["width", "height", "layers"]);
    expect(keys.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["background", "variables", "fonts", "locale"]),
    );
  });

  test("a layer has the keys of its type, and a layer without a type has the keys of all types", () => {
    const names = (type?: string): string[] => {
      const schemas = schemasAt(schema, [
        { step: "layers", siblings: {} },
        { step: 0, siblings: {} },
      ]).filter(({ properties }) => type === undefined || properties?.["type"]?.const === type);
      return keysFor(schema, schemas).map(({ name }) => name);
    };
    expect(names("qr")).toContain("data");
    expect(names("qr")).not.toContain("text");
    expect(names()).toEqual(expect.arrayContaining(["data", "text", "image_url", "children"]));
  });
});

describe("values", () => {
  test("the type of a layer is one of all types, and an alignment is one of its words", () => {
    const types = schemasAt(schema, [
      { step: "layers", siblings: {} },
      { step: 0, siblings: {} },
      { step: "type", siblings: {} },
    ]);
    expect(valuesFor(types)).toEqual(expect.arrayContaining(["text", "group", "barcode"]));
    expect(valuesFor(at(...inLayer("text", { step: "align", siblings: {} })))).toEqual([
      "start",
      "end",
      "left",
      "center",
      "right",
      "justify",
    ]);
    expect(valuesFor(at(...inLayer("text", { step: "rich", siblings: {} })))).toEqual([true, false]);
  });

  test("a stop of a gradient inside a group has a color and a position", () => {
    const group = (step: SchemaStep["step"], type?: string): SchemaStep => ({
      step,
      siblings: type === undefined ? {} : { type },
    });
    const stops = at(
      group("layers"),
      group(0),
      group("children", "group"),
      group(3),
      group("text_gradient", "text"),
      group("stops", "linear-gradient"),
      group(0),
    );
    expect(keysFor(schema, stops).map(({ name }) => name)).toEqual(["color", "position"]);
  });

  test("a place that the schema does not know has nothing to offer", () => {
    expect(at(...inLayer("text", { step: "colour", siblings: {} }))).toEqual([]);
    expect(at({ step: "width", siblings: {} }, { step: 0, siblings: {} })).toEqual([]);
  });
});

test("the description, the range and the first text of a value come from its schema", () => {
  const opacity = at(...inLayer("text", { step: "opacity", siblings: {} }));
  expect(descriptionOf(opacity)).toBe("Opacity");
  expect(kindsOf(opacity)).toEqual([{ kind: "number", minimum: 0, maximum: 1 }, { kind: "expression" }]);
  expect(beginningOf(opacity)).toEqual({ before: "1", after: "" });
  expect(beginningOf(at(...inLayer("text", { step: "text", siblings: {} })))).toEqual({ before: '"', after: '"' });
  expect(beginningOf(at({ step: "layers", siblings: {} }))).toEqual({ before: "[", after: "]" });
});

test("what a choice says holds for all of its branches, and its default for the first one", () => {
  const choice = {
    description: "A size.",
    default: 5,
    anyOf: [{ type: "number" }, { type: "string", pattern: "^a$" }],
  };
  expect(schemasAt({ properties: { size: choice } }, [{ step: "size", siblings: {} }])).toEqual([
    { type: "number", description: "A size.", default: 5 },
    { type: "string", pattern: "^a$" },
  ]);
});
