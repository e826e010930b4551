import { describe, expect, test } from "@jest/globals";
import { fillPlaceholders, placeholdersIn } from "../../../../core/contract/template/placeholders.js";

describe("placeholders", () => {
  test("names between double braces are found, other braces are text", () => {
    expect(placeholdersIn("{{a}} {{ b_2 }} { {c} } {{}} {{4d}} {{e f}}")).toEqual(["a", "b_2"]);
  });

  test("what is put in is not searched again", () => {
    expect(fillPlaceholders("{{a}}-{{b}}", (name) => (name === "a" ? "{{b}}" : "$&"))).toBe("{{b}}-$&");
  });
});
