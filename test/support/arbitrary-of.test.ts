import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { type Route, ROUTES } from "../../core/contract/routes.js";
import { arbitraryOf, mutationsOf } from "./arbitrary-of.js";
import fc from "./fast-check.js";

const bodies = (Object.entries(ROUTES) as [string, Route][]).flatMap(([name, { body }]) =>
  body === undefined ? [] : [[name, body] as const],
);

describe("arbitraryOf", () => {
  test.each(bodies)("most values for %s match its schema, and fewer mutated values do", (_name, schema) => {
    const share = (values: readonly unknown[]) =>
      values.filter((value) => schema.safeParse(value).success).length / values.length;
    const made = fc.sample(arbitraryOf(schema), { numRuns: 100, seed: 1 });
    const mutated = fc.sample(mutationsOf(arbitraryOf(schema)), { numRuns: 100, seed: 1 });
    // The generator does not know rules about several fields, such as “either of both”, so it meets them by chance.
    const hasRule = (schema.def.checks ?? []).length > 0;
    expect(share(made)).toBeGreaterThan(hasRule ? 0.25 : 0.5);
    expect(share(mutated)).toBeLessThan(share(made));
  });

  test("arbitraryOf throws for keywords and formats that it does not support", () => {
    expect(() => arbitraryOf(z.tuple([z.string()]))).toThrow("prefixItems");
    expect(() => arbitraryOf(z.object({ a: z.number().multipleOf(3) }))).toThrow("multipleOf");
    expect(() => arbitraryOf(z.string().meta({ format: "hostname" }))).toThrow("hostname");
  });
});
