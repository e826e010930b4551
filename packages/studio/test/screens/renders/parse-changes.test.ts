import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { parseChanges } from "../../../src/screens/renders/parse-changes.js";

describe("changes as JSON", () => {
  test("an empty text changes nothing", () => {
    expect(parseChanges("  \n")).toEqual({ changes: {} });
  });

  test("an object is taken as it is", () => {
    expect(parseChanges('{ "format": "webp" }')).toEqual({ changes: { format: "webp" } });
  });

  test("a text cannot turn the render into a check", () => {
    expect(JSON.stringify(parseChanges('{ "dryRun": true, "scale": 2 }').changes)).toBe('{"scale":2}');
  });

  test("a missing comma is found by its line and column", () => {
    expect(parseChanges('{\n  "scale": 2\n  "format": "png"\n}').error).toBe(
      "This is not JSON: look at line 3, column 3.",
    );
  });

  test("a wrong word is shown with the text around it", () => {
    expect(parseChanges('{ "format": oops }').error).toMatch(/^This is not JSON: .*oops/);
  });

  test("a text that ends too soon is wrong at its end", () => {
    expect(parseChanges('{\n "a": 1').error).toBe("This is not JSON: look at line 2, column 8.");
  });

  describe("in a browser with other messages", () => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    test.each([
      ["JSON.parse: expected ',' or '}' after property value in object at line 2 column 3 of the JSON data", 2, 3],
      ["Unexpected end of JSON input", 2, 5],
    ])("“%s” is also line %d, column %d", (message, line, column) => {
      jest.spyOn(JSON, "parse").mockImplementation(() => {
        throw new SyntaxError(message);
      });
      expect(parseChanges("{\n 12 ").error).toBe(`This is not JSON: look at line ${line}, column ${column}.`);
    });
  });

  test.each(["[1]", "null", "7", '"text"'])("%s is not an object", (text) => {
    expect(parseChanges(text).error).toBe('Write a JSON object, such as { "format": "webp" }.');
  });
});
