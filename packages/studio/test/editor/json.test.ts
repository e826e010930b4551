/** The JSON of a document and its text: what one changes, the other keeps. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { removeLayers } from "../../src/editor/document/layer-tree.js";
import { duplicateLayers, reorder, setAttributes } from "../../src/editor/document/operations.js";
import { applyChanges, changesTo } from "../../src/editor/json/change-json.js";
import { shapeProblemOf } from "../../src/editor/json/document-shape.js";
import { formatJson } from "../../src/editor/json/format-json.js";
import { layerAt, rangeOf, rangeOfLayer, unreadableRanges } from "../../src/editor/json/json-places.js";
import { type JsonNode, parseJson } from "../../src/editor/json/parse-json.js";
import { isSameJson, shareSame } from "../../src/editor/json/same-json.js";
import { CARD, documents } from "./documents.js";

function rootOf(text: string): JsonNode {
  const parsed = parseJson(text);
  if ("error" in parsed) throw new Error(`${parsed.error.problem} at ${parsed.error.at}`);
  return parsed.root;
}

const changed = (text: string, value: unknown): string => applyChanges(text, changesTo(text, rootOf(text), value));

/** JSON with any white space, so that nothing depends on one style. */
const written = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(value, fc.constantFrom("", "  ", "\t", "compact", "windows"))
    .map(([made, style]) =>
      style === "compact"
        ? formatJson(made)
        : style === "windows"
          ? JSON.stringify(made, undefined, 2).replaceAll("\n", "\r\n")
          : JSON.stringify(made, undefined, style),
    );

describe("parsing", () => {
  test("every text that JSON.parse reads has the same value here, and the place of each value has its text", () => {
    fc.assert(
      fc.property(written(fc.jsonValue()), (text) => {
        const visit = (node: JsonNode): void => {
          expect(JSON.parse(text.slice(node.start, node.end))).toEqual(node.value);
          for (const member of node.members ?? []) {
            expect(JSON.parse(text.slice(member.start, member.keyEnd))).toBe(member.key);
            visit(member.node);
          }
          node.items?.forEach(visit);
        };
        const root = rootOf(text);
        expect(root.value).toEqual(JSON.parse(text));
        visit(root);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test("a text with one character more or less is refused exactly when JSON.parse refuses it", () => {
    const broken = fc
      .tuple(
        written(fc.jsonValue({ maxDepth: 2 })),
        fc.nat(),
        fc.constantFrom("", ",", "}", "]", '"', ":", "0", "\n", "\\", "-"),
      )
      .map(([text, at, added]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + added + text.slice(place + (added === "" ? 1 : 0));
      });
    fc.assert(
      fc.property(broken, (text) => {
        const parsed = parseJson(text);
        if ("error" in parsed && parsed.error.problem === "twice") return;
        let isValid = true;
        try {
          JSON.parse(text);
        } catch {
          isValid = false;
        }
        expect("root" in parsed).toBe(isValid);
      }),
      { seed: 11, numRuns: 600 },
    );
  });

  test.each([
    ['{"a": 1,}', { at: 7, problem: "trailingComma" }],
    ['{"a" 1}', { at: 5, problem: "colon" }],
    ['{"a": 1 "b": 2}', { at: 8, problem: "comma" }],
    ["{a: 1}", { at: 1, problem: "key" }],
    ['{"a": red}', { at: 6, problem: "value", word: "red" }],
    ['{"a": "one\ntwo"}', { at: 10, problem: "lineBreak" }],
    ['{"a": "one', { at: 6, problem: "text" }],
    ['{"a": 1, "a": 2}', { at: 9, problem: "twice", word: "a" }],
    ["{} {}", { at: 3, problem: "after" }],
    ["", { at: 0, problem: "value" }],
    ['{"a": [1, 2', { at: 11, problem: "comma" }],
    ["[".repeat(300), { at: 201, problem: "deep" }],
  ])("%j is refused at the place that has to change", (text, error) => {
    expect(parseJson(text)).toEqual({ error });
  });
});

describe("changing a text", () => {
  const TEXT = `{
  "edition": 2,
  "width":   400,  "height": 210,
  "layers": [
    { "id": "a", "type": "text", "text": "One" },
    {
      "type": "rectangle",
      "id": "b",
      "x": 1.0
    }
  ]
}
`;

  test("a changed value changes nothing but itself", () => {
    const value = structuredClone(rootOf(TEXT).value) as { layers: Record<string, unknown>[] };
    value.layers[0] = { ...value.layers[0], text: "Two", x: 5 };
    value.layers[1] = { ...value.layers[1], y: 7 };
    expect(changed(TEXT, value)).toBe(
      TEXT.replace('"text": "One" }', '"text": "Two", "x": 5 }').replace('"x": 1.0', '"x": 1.0,\n      "y": 7'),
    );
  });

  test("a moved layer takes its formatting along, and the other layer stays as it is", () => {
    const { layers, ...rest } = rootOf(TEXT).value as { layers: unknown[] };
    expect(changed(TEXT, { ...rest, layers: layers.toReversed() })).toBe(`{
  "edition": 2,
  "width":   400,  "height": 210,
  "layers": [
    {
      "type": "rectangle",
      "id": "b",
      "x": 1.0
    },
    { "id": "a", "type": "text", "text": "One" }
  ]
}
`);
  });

  test("a removed member takes its comma along, and an emptied list stays a list", () => {
    expect(changed(TEXT, { edition: 2, width: 400, layers: [] })).toBe(
      '{\n  "edition": 2,\n  "width":   400,\n  "layers": []\n}\n',
    );
  });

  test("a new key follows the key that it follows in the document", () => {
    const { edition, ...rest } = rootOf(TEXT).value as Record<string, unknown>;
    expect(changed(TEXT, { edition, name: "Card", ...rest })).toBe(TEXT.replace("2,\n", '2,\n  "name": "Card",\n'));
  });

  test("whatever the text and the new value are, the changed text has the new value", () => {
    fc.assert(
      fc.property(written(fc.jsonValue()), fc.jsonValue(), (text, value) => {
        expect(JSON.parse(changed(text, value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  test("operations on documents and edits of their texts stay the same document in any style of writing", () => {
    const styles = fc.constantFrom("", "  ", "\t", "compact");
    fc.assert(
      fc.property(documents, documents, styles, fc.nat(), (document, other, style, pick) => {
        const { id = "" } = document.layers[pick % document.layers.length] ?? {};
        const ids = new Set([id]);
        let text = style === "compact" ? formatJson(document) : JSON.stringify(document, undefined, style);
        for (const next of [
          setAttributes(document, ids, { color: "#fff", x: undefined, y: 3 }),
          reorder(document, ids, "front"),
          duplicateLayers(document, ids, 16).document,
          removeLayers(document, ids),
          other,
        ]) {
          text = changed(text, next);
          expect(isSameJson(JSON.parse(text), next, "any order")).toBe(true);
        }
      }),
      { seed: 5, numRuns: 150 },
    );
  });

  test("a change of one attribute of a document touches only the line of the attribute", () => {
    const text = formatJson(CARD);
    const next = changed(text, setAttributes(CARD, ["author"], { x: 12 }));
    const lines = text.split("\n");
    const differing = next.split("\n").flatMap((line, index) => (line === lines[index] ? [] : [line.trim()]));
    expect(differing).toEqual(['"x": 12,']);
  });
});

describe("places", () => {
  const text = formatJson(CARD);
  const root = rootOf(text);
  const at = (path: string): string => {
    const { from, to } = rangeOf(root, path);
    return text.slice(from, to);
  };

  test("the path of an issue leads to its key and value, and a missing one to what is around it", () => {
    expect(at("layers[1].text")).toBe('"text": "Title"');
    expect(at("layers[2].children[0].text")).toBe('"text": "Ada"');
    expect(at("layers[2].children")).toBe('"children"');
    expect(at("layers[1].colour")).toBe("{");
    expect(at("unknown")).toBe("{");
  });

  test("an offset leads to the innermost layer, and a layer to its whole object", () => {
    expect(layerAt(root, text.indexOf('"Ada"'))).toBe("author");
    expect(layerAt(root, text.indexOf('"children"'))).toBe("foot");
    expect(layerAt(root, text.indexOf('"width"'))).toBeUndefined();
    const { from, to } = rangeOfLayer(root, "date") ?? { from: 0, to: 0 };
    expect(JSON.parse(text.slice(from, to))).toEqual(CARD.layers[2]?.children?.[1]);
    expect(rangeOfLayer(root, "nobody")).toBeUndefined();
  });
});

test("only the end of a long text without spaces is hidden, for example of an image in the document", () => {
  const address = `data:image/png;base64,${"A".repeat(400)}`;
  const text = JSON.stringify({ text: "word ".repeat(100), image: { url: address } });
  const [range = { from: 0, to: 0 }, ...others] = unreadableRanges(rootOf(text));
  expect(others).toEqual([]);
  expect(text.slice(range.from, range.to)).toMatch(/^A+$/);
  expect(text.slice(range.to)).toBe('"}}');
});

describe("the shape of a document", () => {
  test.each<[unknown, unknown]>([
    [[], { path: "", problem: "object" }],
    [
      { height: 1, layers: [] },
      { path: "width", problem: "side" },
    ],
    [
      { width: 1, height: "tall", layers: [] },
      { path: "height", problem: "height" },
    ],
    [
      { width: 1, height: 1 },
      { path: "layers", problem: "layers" },
    ],
    [
      { width: 1, height: 1, layers: [5] },
      { path: "layers[0]", problem: "layer" },
    ],
    [
      { width: 1, height: 1, layers: [{ type: "text" }] },
      { path: "layers[0].id", problem: "id" },
    ],
    [
      { width: 1, height: 1, layers: [{ id: "a" }] },
      { path: "layers[0].type", problem: "type" },
    ],
    [
      { width: 1, height: 1, layers: [{ id: "a", type: "group", children: [{ id: "a", type: "text" }] }] },
      { path: "layers[0].children[0].id", problem: "sameId", word: "a" },
    ],
  ])("%j is not a document that can be edited, with the reason at its path", (value, problem) => {
    expect(shapeProblemOf(value)).toEqual(problem);
  });

  test("every document of the editor has the shape of one", () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(shapeProblemOf(document)).toBeUndefined();
      }),
      { seed: 2, numRuns: 50 },
    );
  });
});

test("a parsed document shares what is the same with the one before, so that only real changes are steps", () => {
  const copy = JSON.parse(JSON.stringify(CARD)) as typeof CARD;
  expect(shareSame(CARD, copy)).toBe(CARD);
  const other = shareSame(CARD, setAttributes(copy, ["title"], { x: 1 }));
  expect(other).not.toBe(CARD);
  expect(other.layers[0]).toBe(CARD.layers[0]);
  expect(other.layers[2]).toBe(CARD.layers[2]);
  const { width, ...rest } = copy;
  expect(Object.keys(shareSame(CARD, { ...rest, width }))).toEqual([...Object.keys(rest), "width"]);
});
