import { textIssues } from "../../src/document/text-template/check-text.js";
import type { Names, Value } from "../../src/document/attributes/values.js";
import type { Scope } from "../../src/document/scope/scope.js";
import { Hints } from "../../src/suggestions/suggest.js";

const values: Record<string, Value> = {
  name: "ada lovelace",
  empty: "  ",
  price: 1234.5,
  share: 0.256,
  day: "2026-03-09",
  moment: "2026-03-09T23:30:00Z",
  epoch: 1_772_000_000,
  text: "not a number",
  ok: true,
  items: [new Map([["name", "Tea"]]), new Map([["name", "Milk"]])],
};

/** The values in a language (BCP 47), with an item of a repeat. */
export const scopeIn = (locale: string, timeZone = "UTC"): Scope => ({
  variables: new Map(Object.entries(values)),
  items: new Map([["item", new Map([["price", 2]])]]),
  locale,
  timeZone,
});

/** What the text templates can name. */
export const names: Names = {
  variables: new Map([
    ["name", "string"],
    ["price", "number"],
    ["ok", "boolean"],
    ["items", "list"],
  ]),
  items: new Map([["item", new Map([["price", "number"]])]]),
  layers: new Set(),
  get hints() {
    return new Hints();
  },
};
/** The lists, with the types of their fields. */
export const lists = new Map([["items", new Map([["name", "string" as const]])]]);
/** Returns the issues of a text template. */
export const issuesOf = (text: string) => textIssues(text, names, lists);
