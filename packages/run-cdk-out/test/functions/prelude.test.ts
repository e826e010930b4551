import { describe, expect, test } from "@jest/globals";
import { PreludeReader } from "../../src/functions/prelude.js";

const DELIMITER = "\0".repeat(8);

describe("preludes of streamed responses", () => {
  test("a prelude is found wherever it is split into chunks", () => {
    const bytes = Buffer.from(`{"statusCode":404,"headers":{"a":"ä"},"cookies":["c=1"]}${DELIMITER}body`);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const reader = new PreludeReader();
      const first = reader.push(bytes.subarray(0, cut));
      const split = first ?? reader.push(bytes.subarray(cut));
      expect(split?.prelude).toEqual({ statusCode: 404, headers: { a: "ä" }, cookies: ["c=1"] });
      const rest = first === undefined ? "" : bytes.subarray(cut).toString();
      expect(`${split?.rest.toString() ?? ""}${rest}`).toBe("body");
    }
  });

  test("an empty prelude has the status 200, no headers and no cookies", () => {
    const split = new PreludeReader().push(Buffer.from(`{}${DELIMITER}`));
    expect(split?.prelude).toEqual({ statusCode: 200, headers: {}, cookies: [] });
  });

  test.each([
    ["no JSON", `nonsense${DELIMITER}`],
    ["no status", `{"statusCode":"fine"}${DELIMITER}`],
    ["without an end", "x".repeat(70_000)],
  ])("a prelude that is %s is refused", (_what, bytes) => {
    expect(() => new PreludeReader().push(Buffer.from(bytes))).toThrow();
  });
});
