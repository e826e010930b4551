import type { Names, ScalarType, ValueType } from "../../src/document/attributes/values.js";
import { Hints } from "../../src/suggestions/suggest.js";

const rowFields = new Map<string, ScalarType>([
  ["amount", "number"],
  ["label", "string"],
]);

/** Returns the names of a place inside a repeat of the list `rows`, whose item is `row`. */
export function namesWith(more: Partial<Names> = {}): Names {
  return {
    variables: new Map<string, ValueType>([
      ["sold", "number"],
      ["title", "string"],
      ["state", "string"],
      ["rounded", "boolean"],
      ["rows", "list"],
    ]),
    items: new Map([["row", rowFields]]),
    lists: new Map([["rows", rowFields]]),
    choices: new Map([
      ["state", ["open", "closed"]],
      ["row.label", ["new", "used"]],
    ]),
    layers: new Set(["badge", "title", "row"]),
    hints: new Hints(),
    ...more,
  };
}
