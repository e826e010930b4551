import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import * as z from "zod";
import { type Route, ROUTES } from "../../core/contract/routes.js";
import { arbitraryOf, mutationsOf } from "./arbitrary-of.js";

const bodies = (Object.entries(ROUTES) as [string, Route][]).flatMap(([name, { body }]) =>
  body === undefined ? [] : [[name, body] as const],
);

describe("random requests", () => {
  test.each(bodies)("for %s are mostly of its schema's shape, mutated ones often not", (_name, schema) => {
    const share = (values: readonly unknown[]) =>
      values.filter((value) => schema.safeParse(value).success).length / values.length;
    const made = fc.sample(arbitraryOf(schema), { numRuns: 100, seed: 1 });
    const mutated = fc.sample(mutationsOf(arbitraryOf(schema)), { numRuns: 100, seed: 1 });
    expect(share(made)).toBeGreaterThan(0.5);
    expect(share(mutated)).toBeLessThan(share(made));
  });

  test("can't be made of what they don't know, rather than leave it out", () => {
    expect(() => arbitraryOf(z.tuple([z.string()]))).toThrow("prefixItems");
    expect(() => arbitraryOf(z.object({ a: z.number().multipleOf(3) }))).toThrow("multipleOf");
    expect(() => arbitraryOf(z.url())).toThrow("uri");
  });
});
