/** HTML whose text is longer than its layer gives a warning, and ornaments do not. */
import { describe, expect, test } from "@jest/globals";
import { renderLayers } from "../support.js";

const LONG = "The quick brown fox jumps over the lazy dog, again and again. ".repeat(8);

async function warningsOf(html: string, width = 100, height = 100) {
  const { picture } = await renderLayers([{ id: "a", type: "html", width, height, html }]);
  return picture.warnings;
}

describe("HTML that is cut", () => {
  test.each([
    ["directly in the layer", LONG],
    ["in a paragraph", `<p style="margin: 0; font-size: 14px">${LONG}</p>`],
    [
      "in a flexible column",
      `<div style="display: flex; flex-direction: column; height: 100%"><b>Title</b><p>${LONG}</p></div>`,
    ],
    ["in a box with rounded corners", `<div style="border-radius: 9px; background: #eee">${LONG}</div>`],
    ["in a list", `<ul>${"<li>item</li>".repeat(12)}</ul>`],
  ])("a text %s that is too high gives a warning with the missing height", async (_where, html) => {
    const warnings = await warningsOf(html);
    expect(warnings).toEqual([expect.objectContaining({ code: "HTML_CUT", layer: "a" })]);
    expect(warnings[0]?.message).toMatch(/is cut\. It needs \d+ more pixels in height\./);
  });

  test("a text that is too wide gives a warning with the missing width", async () => {
    const [warning] = await warningsOf('<div style="white-space: nowrap">A long line without breaks</div>');
    expect(warning?.code).toBe("HTML_CUT");
    expect(warning?.message).toMatch(/It needs \d+ more pixels in width\./);
  });

  test.each([
    ["a text that fits", "<p>Short</p>"],
    ["a text that ends in an ellipsis", `<div style="overflow: hidden; height: 40px">${LONG}</div>`],
    ["a text with clamped lines", `<div style="line-clamp: 2; font-size: 14px">${LONG}</div>`],
    [
      "a rotated ornament",
      '<div style="display: flex; position: relative; width: 100%; height: 100%"><b style="position: absolute; right: -30px; font-size: 60px; transform: rotate(20deg)">%</b></div>',
    ],
    [
      "a translucent ornament",
      '<div style="display: flex; position: relative; width: 100%; height: 100%"><b style="position: absolute; right: -30px; font-size: 60px; opacity: 0.2">08</b></div>',
    ],
    ["letters whose descenders are below the box", '<div style="font-size: 90px; line-height: 1">gp</div>'],
  ])("%s gives none", async (_what, html) => {
    expect(await warningsOf(html, 110, 100)).toEqual([]);
  });
});
