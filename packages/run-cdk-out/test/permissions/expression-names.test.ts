import { expect, test } from "@jest/globals";
import { namesIn, valueComparedWith } from "../../src/permissions/expression-names.js";

test("an update expression names the attributes that it sets, reads, removes and adds to", () => {
  const expression =
    "SET #s = :s, tries = if_not_exists(tries, :zero) + :one, list.#a[2] = :v REMOVE leaseMs ADD total :n";
  expect(namesIn(expression, { "#s": "status", "#a": "inner" })).toEqual([
    "status",
    "tries",
    "tries",
    "list",
    "leaseMs",
    "total",
  ]);
});

test("a condition names its attributes, but not its functions, keywords and values", () => {
  const expression =
    "attribute_not_exists(id) AND (#s IN (:a, :b) OR size(pages) BETWEEN :a AND :b) and not begins_with(kind, :k)";
  expect(namesIn(expression, { "#s": "status" })).toEqual(["id", "status", "pages", "kind"]);
});

test("a key condition compares the partition key with a value by name or by placeholder", () => {
  expect(valueComparedWith("id", "id = :v AND n > :n", {})).toBe(":v");
  expect(valueComparedWith("id", "n > :n AND #k = :v", { "#k": "id" })).toBe(":v");
  expect(valueComparedWith("id", "n = :n", {})).toBeUndefined();
});
