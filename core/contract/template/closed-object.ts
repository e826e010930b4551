import * as z from "zod";
import { didYouMean, quote } from "../suggest.js";

/**
 * A strict object. Zod reports all unknown keys of an object in one issue; its message holds one line for each of them,
 * in their order, which `issuesOf` takes apart again.
 */
export function closedObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => unknownKeyMessage(key, Object.keys(shape))).join("\n")
        : undefined,
  });
}

function unknownKeyMessage(key: string, known: readonly string[]): string {
  const hint = didYouMean(key, known);
  return `There is no attribute ${quote(key)} here.${hint === "" ? ` Known: ${known.join(", ")}.` : hint}`;
}
