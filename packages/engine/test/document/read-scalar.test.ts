import { describe, expect, test } from "@jest/globals";
import { readScalar } from "../../src/document/attributes/read-scalar.js";

describe("the values of variables", () => {
  const text = { name: "a", type: "string", default: "" } as const;
  const valueOf = (variable: Parameters<typeof readScalar>[0], value: unknown) => {
    const read = readScalar(variable, value);
    return "value" in read ? read.value : read.message;
  };

  test.each<[unknown, unknown]>([
    [true, "true"],
    [4.5, "4.5"],
    [Infinity, "It must be a text of at most 10000 characters."],
    [Number.NaN, "It must be a text of at most 10000 characters."],
    [null, "It must be a text of at most 10000 characters."],
    [["a"], "It must be a text of at most 10000 characters."],
  ])("the text of the value %p is %p", (value, expected) => {
    expect(valueOf(text, value)).toBe(expected);
  });

  test("a text has at most 10,000 characters, in the units of UTF-16", () => {
    expect(valueOf(text, "x".repeat(10_000))).toBe("x".repeat(10_000));
    expect(valueOf(text, "x".repeat(10_001))).toBe("It must be a text of at most 10000 characters.");
  });

  test.each([
    [{ min_length: 2 }, "😀", "It must have at least 2 characters; it has 1."],
    [{ min_length: 2 }, "😀a", "😀a"],
    [{ max_length: 2 }, "abc", "It must have at most 2 characters; it has 3."],
    [{ max_length: 2 }, "😀a", "😀a"],
    [{ max_length: 0 }, "", ""],
    [{ min_length: 1, max_length: 2 }, "", "It must have at least 1 and at most 2 characters; it has 0."],
  ])("a text with %j can be %j: %j", (lengths, value, expected) => {
    expect(valueOf({ ...text, ...lengths }, value)).toBe(expected);
  });

  test.each<[object, unknown, unknown]>([
    [{ min: 1, max: 5 }, 1, 1],
    [{ min: 1, max: 5 }, "5", 5],
    [{ min: 1 }, 0.5, "It must be at least 1; it is 0.5."],
    [{ max: 5 }, "5.5", "It must be at most 5; it is 5.5."],
    [{ min: 0 }, -0.1, "It must be at least 0; it is -0.1."],
    [{}, "+4", 4],
    [{}, "4.", "It must be a number."],
    [{}, "1e3", "It must be a number."],
    [{}, "", "It must be a number."],
    [{}, Infinity, "It must be a number."],
    [{}, true, "It must be a number."],
  ])("a number with %j can be %p: %p", (limits, value, expected) => {
    expect(valueOf({ name: "a", type: "number", default: 0, ...limits }, value)).toBe(expected);
  });

  test.each<[unknown, unknown]>([
    ["true", true],
    ["false", false],
    [false, false],
    ["yes", "It must be true or false."],
    [1, "It must be true or false."],
  ])("a truth value can be %p: %p", (value, expected) => {
    expect(valueOf({ name: "a", type: "boolean", default: false }, value)).toBe(expected);
  });

  test("a color has at most 64 characters", () => {
    const color = { name: "a", type: "color", default: "#000" } as const;
    expect(valueOf(color, `${" ".repeat(60)}#fff`)).toBe(`${" ".repeat(60)}#fff`);
    expect(valueOf(color, `${" ".repeat(61)}#fff`)).toBe("It must be a color such as #ff0000.");
  });

  test("the image of a variable has at most 10,000 characters", () => {
    const image = { name: "a", type: "image", default: "" } as const;
    const uri = (length: number) => "data:image/png;base64,".padEnd(length, "A");
    expect(valueOf(image, uri(10_000))).toBe(uri(10_000));
    expect(valueOf(image, uri(10_001))).toContain("It must have at most 10000 characters.");
  });
});
