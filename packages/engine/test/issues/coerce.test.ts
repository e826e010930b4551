import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { parseCoercing, withoutPaths } from "../../src/issues/coerce.js";

const schema = z.object({
  size: z.number().optional(),
  count: z.int().optional(),
  bold: z.boolean().optional(),
  text: z.string().optional(),
  mode: z.union([z.literal(0), z.literal(1), z.literal("all")]).optional(),
  side: z.union([z.number(), z.literal("fill")]).optional(),
  items: z.array(z.number()).optional(),
  inner: z.object({ size: z.number().optional(), at: z.object({ x: z.number() }).optional() }).optional(),
});

const read = (value: unknown) => parseCoercing(schema, value);

describe("a value with the wrong type", () => {
  test.each([
    ["a number", { size: "40" }, { size: 40 }],
    ["a negative fraction", { size: "-0.25" }, { size: -0.25 }],
    ["zero", { size: "0" }, { size: 0 }],
    ["a number of 15 digits", { size: "123456789012345" }, { size: 123456789012345 }],
    ["a number with 20 decimals", { size: "0.12345678901234567890" }, { size: 0.12345678901234568 }],
    ["a whole number", { count: "7" }, { count: 7 }],
    ["true", { bold: "true" }, { bold: true }],
    ["true as a digit", { bold: "1" }, { bold: true }],
    ["false", { bold: "false" }, { bold: false }],
    ["false as a digit", { bold: "0" }, { bold: false }],
    ["a text from a number", { text: 1.5 }, { text: "1.5" }],
    ["a text from a truth value", { text: false }, { text: "false" }],
    ["one of several values", { mode: "1" }, { mode: 1 }],
    ["a side", { side: "12" }, { side: 12 }],
    ["an item of a list", { items: [1, "2", 3] }, { items: [1, 2, 3] }],
    ["a value inside of another", { inner: { at: { x: "5" } } }, { inner: { at: { x: 5 } } }],
    ["several values", { size: "1", bold: "1", text: 1 }, { size: 1, bold: true, text: "1" }],
    ["nothing", { size: null, inner: { size: null } }, { inner: {} }],
    ["nothing in a union", { side: null }, {}],
  ])("is converted if it means %s", (_, given, expected) => {
    const { result, value } = read(given);
    expect(result).toMatchObject({ success: true });
    expect([result.data, value]).toEqual([expected, expected]);
  });

  test.each([
    [{ size: "1e3" }],
    [{ size: "01" }],
    [{ size: "+1" }],
    [{ size: ".5" }],
    [{ size: "5." }],
    [{ size: " 5" }],
    [{ size: "" }],
    [{ size: "0x10" }],
    [{ size: "1234567890123456" }],
    [{ size: "0.123456789012345678901" }],
    [{ size: true }],
    [{ count: "1.5" }],
    [{ bold: "TRUE" }],
    [{ bold: 1 }],
    [{ bold: "2" }],
    [{ text: {} }],
    [{ text: ["a"] }],
    [{ mode: "2" }],
    [{ side: "hug" }],
    [{ items: [1, null] }],
    [{ items: "1" }],
    [{ inner: "1" }],
  ])("is refused if it is %j", (given) => {
    expect(read(given).result.success).toBe(false);
  });

  test("the caller's value is not changed, and a value with the right types is not copied", () => {
    const given = { size: "40", inner: { size: null } };
    expect(read(given).value).not.toBe(given);
    expect(given).toEqual({ size: "40", inner: { size: null } });
    const right = { size: 40, inner: {} };
    expect(read(right).value).toBe(right);
  });

  test("a value that is wrong as a whole stays, because there is nothing around it", () => {
    expect(parseCoercing(z.number(), "5").result.success).toBe(false);
    expect(parseCoercing(z.number().optional(), null).result.success).toBe(false);
  });

  test("names that objects have are names like any other, and no prototype is changed", () => {
    const record = z.record(z.string(), z.number());
    const given = JSON.parse('{"constructor": "1", "toString": "2"}') as unknown;
    const { result } = parseCoercing(record, given);
    expect(Object.entries(result.data ?? {})).toEqual([
      ["constructor", 1],
      ["toString", 2],
    ]);
    const copy = withoutPaths(JSON.parse('{"__proto__": {"a": 1}, "b": 2}'), []) as object;
    expect(Object.keys(copy)).toEqual(["__proto__", "b"]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});

describe("a copy without values", () => {
  const issueAt = (...path: PropertyKey[]) => ({ code: "custom", path, message: "", input: undefined }) as const;

  test("properties are removed at any depth, and items of lists stay", () => {
    const given = { a: 1, b: { c: 2, d: [{ e: 3 }, 4] } };
    const issues = [issueAt("a"), issueAt("b", "d", 0, "e"), issueAt("b", "d", 1), issueAt("x", "y"), issueAt()];
    expect(withoutPaths(given, issues)).toEqual({ b: { c: 2, d: [{}, 4] } });
    expect(given).toEqual({ a: 1, b: { c: 2, d: [{ e: 3 }, 4] } });
  });

  test("an object without a prototype has none in the copy", () => {
    const given: unknown = Object.assign(Object.create(null) as object, { a: 1 });
    expect(Object.getPrototypeOf(withoutPaths(given, []))).toBeNull();
  });
});
