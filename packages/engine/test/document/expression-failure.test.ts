import { describe, expect, test } from "@jest/globals";
import type { Bindings, Value } from "../../src/document/attributes/values.js";
import { expressionFailure } from "../../src/document/expression/expression-failure.js";

const variables = new Map<string, Value>([
  ["sold", 30],
  ["zero", 0],
  ["rounded", true],
  ["title", "Hi"],
  ["long60", "x".repeat(60)],
  ["long61", "x".repeat(61)],
  ["one", [new Map([["amount", 4]])]],
  ["two", [new Map<string, number | string>([["amount", 1]]), new Map([["label", "b"]])]],
]);
const scope: Bindings = {
  variables,
  items: new Map([["row", new Map([["amount", 7]])]]),
  copy: { index: 2, count: 5 },
};
const failureOf = (text: string, within: Bindings = scope) =>
  expressionFailure({ subject: "The width", text }, "It divides by 0.", {
    scope: within,
    itemPaths: new Map([["row", "variables.two[1]"]]),
  });
/** The sentence with the values. */
const valuesIn = (text: string, within?: Bindings) => failureOf(text, within).message.split("It divides by 0.")[1];

describe("the issue of an expression without a value", () => {
  test("the issue has the path of the first variable, and names each variable once", () => {
    expect(failureOf(" sold / zero + sold ")).toEqual({
      path: "variables.sold",
      message:
        'The width cannot be computed from "sold / zero + sold". It divides by 0. variables.sold is 30, variables.zero is 0.',
    });
  });

  test("an expression without variables has only the reason", () => {
    expect(failureOf("1 / 0")).toEqual({
      path: "variables",
      message: 'The width cannot be computed from "1 / 0". It divides by 0.',
    });
    expect(failureOf("1 /").path).toBe("variables");
  });

  test.each([
    ["a truth value", "rounded", " variables.rounded is true."],
    ["a text", "title", ' variables.title is "Hi".'],
    ["a text of 60 characters", "long60", ` variables.long60 is "${"x".repeat(60)}".`],
    ["a text of 61 characters, which is cut", "long61", ` variables.long61 is "${"x".repeat(60)}…".`],
    ["a list of one item", "count(one)", " variables.one is a list of 1 item."],
    ["a list of two items", "count(two)", " variables.two is a list of 2 items."],
    [
      "a field of a list, with an empty text for a missing value",
      "sum(two.amount)",
      ' variables.two.amount is [1, ""].',
    ],
    ["a field of the item of a repeat", "row.amount", " variables.two[1].amount is 7."],
    ["the names of the repeat", "index / count", " index is 2, count is 5."],
    ["an unknown variable", "nothing", ' variables.nothing is "".'],
  ])("the message shows %s", (_, text, expected) => {
    expect(valuesIn(text)).toBe(expected);
  });

  test("the path is that of a variable if the name of the repeat comes first", () => {
    expect(failureOf("index / sold").path).toBe("variables.sold");
    expect(failureOf("index / row.amount").path).toBe("variables.two[1].amount");
    expect(failureOf("index / 0").path).toBe("variables");
  });

  test("a variable or an item with the name of the repeat has its own path", () => {
    const variable = { ...scope, variables: new Map([["index", 9]]) };
    expect(failureOf("index / 0", variable)).toMatchObject({ path: "variables.index" });
    expect(valuesIn("index / 0", variable)).toBe(" variables.index is 9.");
    const item = { ...scope, items: new Map([["count", new Map([["amount", 3]])]]) };
    expect(valuesIn("count.amount / 0", item)).toBe(" variables.count.amount is 3.");
  });

  test("an item takes precedence over a list with its name", () => {
    const within = { ...scope, items: new Map([["two", new Map([["amount", 3]])]]) };
    expect(valuesIn("two.amount / 0", within)).toBe(" variables.two.amount is 3.");
  });

  test("at most 20 variables are named", () => {
    const names = Array.from({ length: 21 }, (_, index) => `v${index}`);
    const within = { ...scope, variables: new Map(names.map((name) => [name, 0])) };
    const named = (count: number) => valuesIn(names.slice(0, count).join("+"), within)?.match(/v\d+ is 0/g)?.length;
    expect([named(19), named(20), named(21)]).toEqual([19, 20, 20]);
  });

  test("the values of a field are cut after 60 characters", () => {
    const listOf = (count: number, last: number) => [
      ...Array.from({ length: count }, () => new Map([["n", 1]])),
      new Map([["n", last]]),
    ];
    const shown = (count: number, last: number) =>
      valuesIn("sum(all.n)", { ...scope, variables: new Map([["all", listOf(count, last)]]) });
    // Each of 19 ones takes 3 characters with its comma. The last value has 3 or 4.
    expect(shown(19, 999)).toBe(` variables.all.n is [${"1, ".repeat(19)}999].`);
    expect(shown(19, 9999)).toBe(` variables.all.n is [${"1, ".repeat(19)}999…].`);
    expect(shown(5000, 1)).toBe(` variables.all.n is [${"1, ".repeat(20)}…].`);
  });

  test("the values of a list of empty texts are cut, too", () => {
    const variables60 = new Map([["all", Array.from({ length: 40 }, () => new Map([["n", ""]]))]]);
    expect(valuesIn("empty(all.n)", { ...scope, variables: variables60 })).toBe(
      ` variables.all.n is [${'"", '.repeat(15)}…].`,
    );
  });
});
