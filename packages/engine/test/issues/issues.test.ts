import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { formatPath, issuesOf, PARSE_PARAMS } from "../../src/issues/issues.js";

/** Returns the issues of a value as `path: message`. */
function issuesIn(schema: z.ZodType, value: unknown, prefix: readonly PropertyKey[] = []): string[] {
  const { error } = schema.safeParse(value, PARSE_PARAMS);
  return error === undefined ? [] : issuesOf(error, prefix).map(({ path, message }) => `${path}: ${message}`);
}

test.each([
  [[], ""],
  [["a"], "a"],
  [["layers", 2, "font_size"], "layers[2].font_size"],
  [[0, 1, "a"], "[0][1].a"],
  [["a", "0"], "a.0"],
])("the path %j is written as %s", (path, text) => {
  expect(formatPath(path)).toBe(text);
});

describe("the sentence of an issue", () => {
  const shape = z.object({
    text: z.string().min(2).max(3),
    size: z.number().min(1).max(9).multipleOf(0.5),
    list: z.array(z.boolean()).min(1).max(2),
    mode: z.enum(["cover", "contain"]),
    only: z.literal("one"),
  });
  const right = { text: "ab", size: 1, list: [true], mode: "cover", only: "one" };

  test.each([
    [{ text: undefined }, "text: It is required."],
    [{ text: 5 }, "text: It must be a text."],
    [{ text: "a" }, "text: It must have at least 2 characters."],
    [{ text: "abcd" }, "text: It must have at most 3 characters."],
    [{ size: "5" }, "size: It must be a finite number."],
    [{ size: Infinity }, "size: It must be a finite number."],
    [{ size: 0 }, "size: It must be at least 1."],
    [{ size: 9.5 }, "size: It must be at most 9."],
    [{ size: 1.25 }, "size: It must be a multiple of 0.5."],
    [{ list: {} }, "list: It must be a list."],
    [{ list: [] }, "list: It must have at least 1 item."],
    [{ list: [true, true, true] }, "list: It must have at most 2 items."],
    [{ list: [true, 1] }, "list[1]: It must be true or false."],
    [{ mode: "covr" }, 'mode: It must be one of cover, contain. Did you mean "cover"?'],
    [{ mode: 5 }, "mode: It must be one of cover, contain."],
    [{ only: "two" }, "only: It must be one."],
  ])("the value %j has the issue %j", (wrong, sentence) => {
    expect(issuesIn(shape, { ...right, ...wrong })).toEqual([sentence]);
  });

  test("a whole number and an object have nouns of their own", () => {
    expect(issuesIn(z.object({ a: z.int() }), { a: 1.5 })).toEqual(["a: It must be a whole number."]);
    expect(issuesIn(z.object({ a: z.object({}) }), { a: 1 })).toEqual(["a: It must be an object."]);
    expect(issuesIn(z.object({ a: z.record(z.string(), z.int()) }), { a: 1 })).toEqual(["a: It must be an object."]);
  });

  test("the path of an issue begins with that of its part", () => {
    expect(issuesIn(z.object({ a: z.string() }), {}, ["layers", 3])).toEqual(["layers[3].a: It is required."]);
  });

  test("each unknown key is an issue of its own", () => {
    const issues = issuesIn(z.object({ b: z.strictObject({}) }), { b: { x: 1, y: 2 } });
    expect(issues.map((issue) => issue.split(":")[0])).toEqual(["b.x", "b.y"]);
  });
});

describe("the issues of a union", () => {
  const union = z.object({ fill: z.union([z.string(), z.object({ from: z.string(), stop: z.number() })]) });

  test("an issue inside of the meant branch is reported there", () => {
    expect(issuesIn(union, { fill: { from: 1, stop: 2 } })).toEqual(["fill.from: It must be a text."]);
    expect(issuesIn(union, { fill: {} })).toEqual(["fill.from: It is required.", "fill.stop: It is required."]);
  });

  test("a value that means no branch is one issue", () => {
    expect(issuesIn(union, { fill: 5 }).map((issue) => issue.split(":")[0])).toEqual(["fill"]);
  });

  test("a union with a discriminator lists its values, with a hint", () => {
    const typed = z.object({
      layer: z.discriminatedUnion("type", [
        z.object({ type: z.literal("text"), size: z.number() }),
        z.object({ type: z.literal("image") }),
      ]),
    });
    expect(issuesIn(typed, { layer: { type: "txet" } })).toEqual([
      'layer.type: It must be one of text, image. Did you mean "text"?',
    ]);
    expect(issuesIn(typed, { layer: { type: 5 } })).toEqual(["layer.type: It must be one of text, image."]);
    expect(issuesIn(typed, { layer: {} })).toEqual(["layer.type: It must be one of text, image."]);
    expect(issuesIn(typed, { layer: { type: "text", size: "1" } })).toEqual([
      "layer.size: It must be a finite number.",
    ]);
  });
});
