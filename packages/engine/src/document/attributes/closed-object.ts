import * as z from "zod";
import { didYouMean, MAX_HINTS, quote } from "../../suggestions/suggest.js";

/**
 * Creates the schema of a strict object. Zod reports all unknown keys of an object in one issue. The message of that
 * issue has one line for each key, and `issuesOf` turns each line into an issue.
 */
export function closedObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key, index) => unknownKeyMessage(key, Object.keys(shape), index < MAX_HINTS)).join("\n")
        : undefined,
  });
}

function unknownKeyMessage(key: string, known: readonly string[], isHinted: boolean): string {
  const hint = isHinted ? didYouMean(key, known) : "";
  return `There is no attribute ${quote(key)} here.${hint === "" ? ` Known: ${known.join(", ")}.` : hint}`;
}
