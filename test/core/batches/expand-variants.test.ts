import { describe, expect, test } from "@jest/globals";
import { expandVariants } from "../../../core/batches/expand-variants.js";
import { batchOf } from "./batch-fixture.js";

const expand = (variants: unknown) =>
  expandVariants(batchOf({ variants }).variants ?? { job: {}, layers: {}, variables: {} });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("expandVariants", () => {
  test("makes one job for each combination, and the last list varies fastest", () => {
    const job = { template: "t", layers: { title: { text: "old", color: "#000" } }, metadata: { a: "b" } };
    const variants = { job, layers: { title: { text: ["x", "y"] } }, variables: { price: [1, 2] } };
    const common = { template: "t", metadata: { a: "b" } };
    const layers = (text: string) => ({ title: { text, color: "#000" } });
    expect(expand(variants)).toEqual([
      { ...common, layers: layers("x"), variables: { price: 1 } },
      { ...common, layers: layers("x"), variables: { price: 2 } },
      { ...common, layers: layers("y"), variables: { price: 1 } },
      { ...common, layers: layers("y"), variables: { price: 2 } },
    ]);
  });

  test("makes one job from a body without lists", () => {
    expect(expand({ job: { template: "t" } })).toEqual([{ template: "t" }]);
  });

  test("accepts 50 combinations", () => {
    expect(expand({ job: {}, variables: { a: numbers(10), b: numbers(5) } })).toHaveLength(50);
  });

  test("refuses more than 50 combinations without making them, and says how many there are", () => {
    const lists = Object.fromEntries(["a", "b", "c"].map((name) => [name, numbers(1_000)]));
    expect(() => expand({ job: {}, variables: lists })).toThrow("1000000000 combinations");
  });

  test("refuses an empty list of values", () => {
    expect(() => expand({ job: {}, variables: { a: [] } })).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR" }),
    );
  });

  test("keeps layer names that every object inherits", () => {
    const layers = JSON.parse('{ "__proto__": { "text": ["x"] }, "constructor": { "text": ["y"] } }') as unknown;
    expect(JSON.stringify(expand({ job: {}, layers }))).toContain('"constructor":{"text":"y"}');
  });
});
