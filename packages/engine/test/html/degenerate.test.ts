import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { readHtml } from "../../src/document/html/read-html.js";
import { renderLayers, testContext } from "../support.js";

const draw = async (html: string, images: Readonly<Record<string, Uint8Array>> = {}) =>
  await renderLayers([{ id: "h", name: "h", type: "html", width: 100, height: 100, html }], {}, testContext(images));

const box = (transform: string, inside = "") =>
  `<div style="width: 60px; height: 40px; background: #00f; overflow: hidden; box-shadow: 0 0 4px red; transform: ${transform}">Hi 😀${inside}</div>`;

describe("HTML that once failed while it was drawn", () => {
  test.each([
    "skewX(90deg)",
    "skewY(-270deg)",
    "skew(100grad, 0.25turn)",
    "scale(10000) scale(10000)",
    "scale(0)",
    "scale(0, 1)",
  ])("an element with transform: %s is not visible, and the other elements are", async (transform) => {
    const pixels = await draw(
      `${box(transform)}<div style="width: 20px; height: 20px; background: rgb(0, 128, 0)"></div>`,
    );
    expect(pixels.at(10, 50)).toEqual([0, 128, 0, 255]);
    expect(pixels.paintedPixels()).toBe(400);
  });

  test("nested elements that a scale of 0 hides give no warning, and a text with a degenerate skew gives one", async () => {
    const small = await draw(box("scale(0)", box("scale(9000)", box("scale(9000)"))));
    expect(small.paintedPixels()).toBe(0);
    const large = await draw(`<div style="transform: skewX(90deg)">a</div>`);
    expect(small.picture.warnings).toEqual([]);
    expect(large.picture.warnings.map(({ code }) => code)).toEqual(["STYLE_IGNORED"]);
  });

  test("a gradient without colors is an issue", () => {
    const issues = ["linear-gradient()", "radial-gradient( )"].flatMap(
      (gradient) => readHtml(`<div style="background: ${gradient}"></div>`).issues,
    );
    expect(issues).toHaveLength(2);
    for (const issue of issues) expect(issue).toContain("A gradient needs at least two colors, in background");
  });

  test("five photos of 12 megapixels in small places are drawn", async () => {
    const photo = (background: string) =>
      sharp({ create: { width: 4000, height: 3000, channels: 3, background } })
        .png()
        .toBuffer();
    const urls = ["#f00", "#0f0", "#00f", "#ff0", "#0ff"].map((color, index) => [`https://a.test/${index}`, color]);
    const files = await Promise.all(urls.map(async ([url = "", color = ""]) => [url, await photo(color)] as const));
    const html = urls.map(([url]) => `<img src="${url}" width="10" height="10">`).join("");
    const pixels = await draw(`<div style="display: flex">${html}</div>`, Object.fromEntries(files));
    expect([0, 1, 2, 3, 4].map((index) => pixels.at(5 + 10 * index, 4).slice(0, 3))).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 0],
      [0, 255, 255],
    ]);
  });

  test("emoji that are far larger than the layer are refused before they are drawn", async () => {
    const many = Array.from({ length: 30 }, (_, index) => String.fromCodePoint(0x1f600 + index));
    const spans = many.map((one) => `<div style="position: absolute; left: 0; top: 0">${one}</div>`).join("");
    await expect(draw(`<div style="font-size: 900px; line-height: 1">${spans}</div>`)).rejects.toThrow(
      "Its emoji are far larger than the layer.",
    );
  });
});
