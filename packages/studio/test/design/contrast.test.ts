import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { contrastOf } from "../../src/screens/design/contrast.js";

const tokens = readFileSync(new URL("../../src/design/tokens.css", import.meta.url), "utf8");

/** Returns the value of a token in one appearance. */
function valueOf(theme: string, token: string): string {
  const [, block = ""] = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(tokens) ?? [];
  const [, value] = new RegExp(`--${token}: (#[0-9a-f]+);`).exec(block) ?? [];
  if (value === undefined) throw new Error(`tokens.css has no color --${token} for ${theme}.`);
  return value;
}

// The figures are those of the contrast checker of WebAIM.
test.each([
  ["#000000", "#ffffff", 21],
  ["#fff", "#000", 21],
  ["#767676", "#ffffff", 4.54],
  ["#3366cc", "#3366cc", 1],
  ["#ff0000", "#ffffff", 4],
])("the contrast of %s and %s is %d:1", (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 1);
});

// By the formula of WCAG 2.2. The last two are on both sides of the place where it changes.
test.each([
  ["#ff0000", 5.252],
  ["#00ff00", 15.304],
  ["#0000ff", 2.444],
  ["#0a0a0a", 1.061],
  ["#141414", 1.14],
])("the contrast of %s and black is %d:1", (color, ratio) => {
  expect(contrastOf(color, "#000000")).toBeCloseTo(ratio, 3);
});

describe.each(["light", "dark"])("in the appearance %s", (theme) => {
  test.each(["text", "text-quiet", "accent", "warning", "danger", "success"])(
    `texts in the color --%s have a contrast of at least 4.5:1 on both backgrounds`,
    (token) => {
      for (const background of ["canvas", "surface"]) {
        expect(contrastOf(valueOf(theme, token), valueOf(theme, background))).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test("borders of controls have a contrast of at least 3:1 on both backgrounds", () => {
    for (const background of ["canvas", "surface"]) {
      expect(contrastOf(valueOf(theme, "line-strong"), valueOf(theme, background))).toBeGreaterThanOrEqual(3);
    }
  });

  test("texts on the accent have a contrast of at least 4.5:1", () => {
    expect(contrastOf(valueOf(theme, "on-accent"), valueOf(theme, "accent"))).toBeGreaterThanOrEqual(4.5);
  });
});
