import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { parseJson } from "../../../core/contract/parse-json.js";
import fc from "../../support/fast-check.js";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

function codeOf(text: string): string | undefined {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return undefined;
}

describe("parseJson", () => {
  test("JSON can be nested 32 levels deep, and deeper JSON of any depth is malformed", () => {
    expect(codeOf(nested(32))).toBeUndefined();
    expect(codeOf(nested(33))).toBe("BAD_REQUEST");
    expect(codeOf(nested(500_000))).toBe("BAD_REQUEST");
    expect(codeOf(`${'{"a":'.repeat(33)}1${"}".repeat(33)}`)).toBe("BAD_REQUEST");
  });

  test("half a surrogate pair becomes U+FFFD in values and in keys, at every depth", () => {
    expect(parseJson('{"a\\ud83d":["Launch \\ud83d",{"\\ude80":"🚀"}]}')).toEqual({
      "a\ufffd": ["Launch \ufffd", { "\ufffd": "🚀" }],
    });
    expect(parseJson('"\\ud83d"')).toBe("\ufffd");
  });

  test("keys that every object inherits are keys like any other", () => {
    const value = parseJson('{"constructor":{"toString":1},"hasOwnProperty":"x"}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(["constructor", "hasOwnProperty"]);
    expect("valueOf" in value).toBe(false);
    expect("valueOf" in (value["constructor"] as object)).toBe(false);
  });

  test("the key __proto__ is refused with a message, because it would be dropped later", () => {
    expect(() => parseJson('{"layers":{"__proto__":{"text":"x"}}}')).toThrow("The key `__proto__` is not allowed.");
  });

  test("any other JSON is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(!text.includes("__proto__"));
        expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
