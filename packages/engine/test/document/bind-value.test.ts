import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { fontFeaturesSchema } from "../../src/document/attributes/font-features.js";
import { gradientSchema } from "../../src/document/attributes/gradient.js";
import { type ListVariable, type TemplateVariable, variableSchema } from "../../src/document/attributes/variables.js";
import { missingVariables, readVariables, valueIssues } from "../../src/document/attributes/variable-values.js";
import type { Value } from "../../src/document/attributes/values.js";
import { isBoundBackground } from "../../src/document/background.js";
import { bindValue, expressionAt, type WrittenValue } from "../../src/document/binding/bind-value.js";
import {
  expressionIn,
  expressionsIn,
  isBindable,
  replaceExpressions,
} from "../../src/document/binding/bound-attributes.js";
import { fallbackFor, imageFallbacks, imageVariables } from "../../src/document/image-variables.js";
import { LAYERS } from "../../src/document/layers/registry.js";
import { ExpansionWork, STEPS_PER_CALL } from "../../src/document/scope/expansion-work.js";
import type { Scope } from "../../src/document/scope/scope.js";

const scope: Scope = {
  variables: new Map<string, Value>([
    ["sold", 30],
    ["zero", 0],
    ["ok", true],
    ["title", "Hi"],
  ]),
  items: new Map(),
  locale: "en",
  timeZone: "UTC",
};

function bind(written: unknown, more: Partial<WrittenValue> = {}, work?: ExpansionWork) {
  return bindValue(
    { subject: "The value", written, schema: z.number().max(100), ...more },
    { scope: { ...scope, work }, itemPaths: new Map() },
  );
}
const messageOf = (...args: Parameters<typeof bind>) => {
  const bound = bind(...args);
  return "issue" in bound ? bound.issue.message : undefined;
};

describe("a value with an expression", () => {
  test("the value passes the schema, or the message says what the expression gives", () => {
    expect(bind("{{sold * 3}}")).toEqual({ value: 90 });
    expect(messageOf("{{sold * 4}}")).toBe(
      'The value cannot be computed from "sold * 4". It gives 120. It must be at most 100. variables.sold is 30.',
    );
    expect(messageOf("{{title}}")).toContain('It gives "Hi". It must be a finite number.');
    expect(messageOf("{{ok}}")).toContain("It gives true. It must be a finite number.");
    expect(messageOf("{{sold / zero}}")).toContain("It divides by 0.");
  });

  test("the message about a part of a value names the part and its expression", () => {
    const stops = [
      { color: "#fff", position: 0 },
      { color: "{{title}}", position: "{{zero + 1}}" },
    ];
    expect(messageOf({ type: "linear-gradient", stops }, { schema: gradientSchema })).toMatch(
      /^The value cannot be computed from "title"\. stops\[1\]\.color: It must be a color/,
    );
  });

  test("the first expression without a value is named", () => {
    const written = [1, "{{sold / zero}}", "{{1 % zero}}"];
    expect(messageOf(written, { schema: z.array(z.number()) })).toContain('computed from "sold / zero"');
  });

  test("only a side of a layer can be 0 although its schema needs more", () => {
    const schema = z.number().positive();
    expect(bind("{{zero}}", { schema, canBeZero: true })).toEqual({ value: 0 });
    expect(messageOf("{{zero}}", { schema })).toContain("It gives 0.");
    expect(messageOf("{{zero - 1}}", { schema, canBeZero: true })).toContain("It gives -1.");
  });

  test("each check takes 100 steps, and a message 3,000 more", () => {
    const expression = (text: string) => text.length * 10 + STEPS_PER_CALL + text.length;
    const isSpent = (text: string, steps: number) => {
      const work = new ExpansionWork(expression(text) + steps);
      bind(`{{${text}}}`, {}, work);
      return work.isSpent;
    };
    expect([isSpent("sold", 100), isSpent("sold", 99)]).toEqual([false, true]);
    expect([isSpent("title", 3100), isSpent("title", 3099)]).toEqual([false, true]);
    expect([isSpent("1/zero", 3100), isSpent("1/zero", 3099)]).toEqual([false, true]);
  });
});

describe("the expressions in a value", () => {
  const nested = (depth: number, inside: unknown): unknown => (depth === 0 ? inside : { a: nested(depth - 1, inside) });

  test.each([
    ["{{ sold }}", " sold "],
    [" {{sold}}\n", "sold"],
    ["{{}}", ""],
    ["{{a}}{{b}}", undefined],
    ["a {{sold}}", undefined],
    ["{{sold}} a", undefined],
    ["{sold}", undefined],
    [5, undefined],
  ])("the value %j is the expression %j", (value, expected) => {
    expect(expressionIn(value)).toBe(expected);
  });

  test("expressions are found and replaced up to six levels deep", () => {
    const path = (depth: number) => Array.from({ length: depth }, () => "a");
    expect(expressionsIn(nested(6, "{{b}}"))).toEqual([{ text: "b", path: path(6) }]);
    expect(expressionsIn(nested(7, "{{b}}"))).toEqual([]);
    const replace = (text: string) => text.toUpperCase();
    expect(replaceExpressions(nested(6, "{{b}}"), replace)).toEqual(nested(6, "B"));
    expect(replaceExpressions(nested(7, "{{b}}"), replace)).toEqual(nested(7, "{{b}}"));
  });

  test("the name and the type of a part are no expressions, and null has none", () => {
    const value = { type: "{{a}}", name: "{{b}}", other: [null, { name: "{{c}}", more: "{{d}}" }] };
    expect(expressionsIn(value)).toEqual([{ text: "d", path: ["other", 1, "more"] }]);
    expect(replaceExpressions(value, () => 1)).toEqual({
      ...value,
      other: [null, { name: "{{c}}", more: 1 }],
    });
  });

  test("the expression of an issue is the one at its path, or the first one", () => {
    const value = { a: "{{first}}", b: ["{{second}}"] };
    expect(expressionAt(value, "b[0]")).toBe("second");
    expect(expressionAt(value, "a.c")).toBe("first");
    expect(expressionAt(value, "c")).toBe("first");
    expect(expressionAt(5, "c")).toBe("");
  });

  test.each([
    ["image", "blur", true],
    ["image", "image_url", false],
    ["image", "mask_image_url", false],
    ["svg", "svg", false],
    ["svg", "fit", true],
    ["text", "text", false],
    ["text", "font_size", true],
    ["text", "name", false],
    ["text", "visible_if", false],
    ["text", "unknown", false],
    ["text", "constructor", false],
  ])("in a layer of the type %s, the attribute %s can be an expression: %p", (type, attribute, expected) => {
    expect(isBindable(LAYERS.get(type).definition, attribute)).toBe(expected);
  });

  test.each<[unknown, boolean]>([
    ["#fff", false],
    ["{{title}}", true],
    [null, false],
    [{ type: "linear-gradient", stops: [{ color: "#fff", position: 0 }] }, false],
    [{ type: "linear-gradient", stops: [{ color: "{{title}}", position: 0 }] }, true],
    [{ type: "image", image_url: "{{title}}" }, false],
    [{ type: "image", image_url: "{{title}}", focus_x: "{{zero}}" }, true],
    [{ type: "image", focus_x: 0.5 }, false],
  ])("the background %j contains expressions: %p", (background, expected) => {
    expect(isBoundBackground(background, LAYERS)).toBe(expected);
  });
});

const variable = (value: object) => variableSchema.parse({ name: "a", ...value });
const LIST = variable({
  type: "list",
  max_items: 2,
  fields: [
    { name: "label", type: "string", required: true },
    { name: "amount", type: "number", default: 7 },
    { name: "face", type: "image", fallback: "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file" },
  ],
  required: true,
}) as ListVariable;

describe("the values of a list", () => {
  const issuesOf = (value: unknown) =>
    valueIssues(LIST, value, "variables.a").map(({ path, message }) => [path, message]);

  test.each<[unknown, readonly (readonly [string, string])[]]>([
    [[{ label: "x" }, {}], []],
    ['[{"label":"x"}]', []],
    [5, [["variables.a", "It must be a list of objects."]]],
    ["{}", [["variables.a", "It must be a list of objects."]]],
    ["[", [["variables.a", "It must be a list of objects."]]],
    [[{}, {}, {}], [["variables.a", "It must have at most 2 items; it has 3."]]],
    [
      [null, []],
      [
        ["variables.a[0]", "It must be an object."],
        ["variables.a[1]", "It must be an object."],
      ],
    ],
    [["x"], [["variables.a[0]", "It must be an object."]]],
    [[{ amount: "x" }], [["variables.a[0].amount", "It must be a number."]]],
    [[{ lable: "x" }], [["variables.a[0].lable", 'There is no field "lable" in this list. Did you mean "label"?']]],
    [
      [{ other_name: "x" }],
      [["variables.a[0].other_name", 'There is no field "other_name" in this list. Known: label, amount, face.']],
    ],
  ])("the issues of the list %j are %j", (value, expected) => {
    expect(issuesOf(value)).toEqual(expected);
  });

  test("a field without a value, or with one that it cannot have, has its default", () => {
    const read = (given: Readonly<Record<string, unknown>>) => readVariables([LIST], given).get("a");
    const item = (label: string, amount: number) =>
      new Map<string, string | number>([
        ["label", label],
        ["amount", amount],
        ["face", ""],
      ]);
    expect(read({ a: [{ label: "x", amount: "3" }, { amount: "many" }] })).toEqual([item("x", 3), item("", 7)]);
    expect(read({ a: "nothing" })).toEqual([]);
    expect(read({})).toEqual([]);
    expect(readVariables([LIST], Object.create({ a: [{}] }) as Record<string, unknown>).get("a")).toEqual([]);
  });

  test.each<[Record<string, unknown>, readonly string[]]>([
    [{}, ["variables.a"]],
    [{ a: [] }, ["variables.a"]],
    [{ a: "[]" }, ["variables.a"]],
    [{ a: [{ label: "x" }, { label: " " }] }, ["variables.a[1].label"]],
    [{ a: '[{"label":""}]' }, ["variables.a[0].label"]],
    [{ a: [null, "x"] }, ["variables.a[0].label", "variables.a[1].label"]],
    [{ a: 5 }, []],
  ])("the values %j lack what is required at %j", (given, expected) => {
    expect(missingVariables([LIST], given).map(({ path }) => path)).toEqual(expected);
  });

  test("a variable that is not required can be left out or empty", () => {
    const free: TemplateVariable[] = [{ ...LIST, required: false }, variable({ name: "b", type: "string" })];
    expect(missingVariables(free, { b: "" })).toEqual([]);
    expect(missingVariables([variable({ type: "string", required: true })], { a: '[{"b":1}]' })).toEqual([]);
  });
});

describe("the images of variables", () => {
  const PHOTO = variable({ name: "photo", type: "image", fallback: "https://example.com/a.png" });
  const PLAIN = variable({ name: "plain", type: "image" });
  const variables = [PHOTO, PLAIN, variable({ name: "title", type: "string" }), LIST];

  test("the variables and fields that are images are listed, and their fallbacks by their paths", () => {
    expect([...imageVariables({ variables })]).toEqual(["photo", "plain", "a.face"]);
    expect([...imageFallbacks({ variables })]).toEqual([
      ["variables.photo", "https://example.com/a.png"],
      ["variables.a.face", "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file"],
    ]);
  });

  test.each([
    ["{{photo}}", "https://example.com/a.png"],
    ["{{photo | default: x}}", "https://example.com/a.png"],
    ["{{item.face}}", "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file"],
    ["{{plain}}", undefined],
    ["{{photo}}{{photo}}", undefined],
    ["{{photo}}?x", undefined],
    ["https://example.com/b.png", undefined],
    ["", undefined],
  ])("the image %j has the fallback %j if it is the variable as a whole", (text, expected) => {
    const place = { scope, itemPaths: new Map([["item", "variables.a[12]"]]) };
    expect(fallbackFor(text, place, imageFallbacks({ variables }))).toBe(expected);
  });
});

describe("the messages about font features", () => {
  const messageOf = (value: unknown) => fontFeaturesSchema.safeParse(value).error?.issues[0]?.message;

  test("an unknown feature is named with a similar one, or with all known ones", () => {
    expect(messageOf("tnmu")).toBe('There is no feature "tnmu". Did you mean "tnum"?');
    const known = /^There is no feature "xxxx"\. Known: (.*), ss01 to ss20, cv01 to cv99\.$/.exec(
      messageOf("xxxx") ?? "",
    );
    const tags = known?.[1]?.split(", ") ?? [];
    expect(tags).toHaveLength(new Set(tags).size);
    expect([tags[0], tags.at(-1)]).toEqual(["tnum", "ornm"]);
  });

  test("a word that is no feature is cut after 20 characters", () => {
    expect(messageOf("abcdefghijklmnopqrstu")).toMatch(/^"abcdefghijklmnopqrst" is not a feature\./);
    expect(messageOf("-liga=1")).toMatch(/^"-liga=1" is not a feature\./);
    expect(messageOf(5)).toContain("It must be a text with OpenType features");
  });
});
