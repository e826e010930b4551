import { describe, expect, test } from "@jest/globals";
import { define, escapeAttribute, num } from "../../src/paint/svg.js";

describe("num", () => {
  test.each([
    [12, "12"],
    [-0.5, "-0.5"],
    [1.23449, "1.234"],
    [1.23451, "1.235"],
    [99999.9996, "100000"],
    [1e-7, "0"],
    [-0.0004, "0"],
    [0.0006, "0.001"],
  ])("num writes %d as %s", (value, text) => {
    expect(num(value)).toBe(text);
  });

  test.each([NaN, Infinity, -Infinity])("num refuses %d, because an SVG with it cannot be drawn", (value) => {
    expect(() => num(value)).toThrow("The picture could not be drawn.");
  });
});

test("escapeAttribute escapes each character that could end an attribute or begin a tag or an entity", () => {
  expect(escapeAttribute('a "b" <c> & "&amp;"')).toBe("a &quot;b&quot; &lt;c&gt; &amp; &quot;&amp;amp;&quot;");
});

describe("define", () => {
  const red = (id: string) => `<clipPath id="${id}"><path d="M0 0"/></clipPath>`;

  test("define gives equal content the same id, and other content or another prefix another id", () => {
    const { id } = define("c", red);
    expect(define("c", red).id).toBe(id);
    const others = [define("c", (name) => red(name).replace("M0", "M1")).id, define("d", red).id];
    expect(new Set([id, ...others]).size).toBe(3);
  });

  test("define puts the content with its id into a definition", () => {
    const { id, definition } = define("c", red);
    expect(id).toMatch(/^c[\da-f]{8,}$/);
    expect(definition).toBe(`<defs><clipPath id="${id}"><path d="M0 0"/></clipPath></defs>`);
  });
});
