import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../../src/document/document.js";
import { findWarnings } from "../../src/renderer/find-warnings.js";
import { renderLayers, testContext } from "../support.js";

const RED = [255, 0, 0, 255];
const GREEN = [0, 128, 0, 255];
const BLUE = [0, 0, 255, 255];
const WHITE = [255, 255, 255, 255];

function layer(html: string): TemplateSource["layers"] {
  return [{ id: "a", name: "a", type: "html", width: 100, height: 100, html }];
}

describe("pasted HTML", () => {
  test("the cells of a table are in rows and columns, and cover several of them", async () => {
    const cell = (color: string, more = "") =>
      `<td ${more} style="background: ${color}; height: 50px; padding: 0"></td>`;
    const html = `<table style="border-collapse: collapse; width: 100%"><tr>${cell("red", 'rowspan="2"')}${cell("green")}</tr><tr>${cell("blue")}</tr></table>`;
    const picture = await renderLayers(layer(html));
    expect([picture.at(25, 25), picture.at(25, 75), picture.at(75, 25), picture.at(75, 75)]).toEqual([
      RED,
      RED,
      GREEN,
      BLUE,
    ]);
  });

  test("cells show the background of their row, and the gaps between them do not", async () => {
    const html = `<table style="border-spacing: 20px; width: 100%"><tr style="background: red"><td style="height: 60px"></td><td></td></tr></table>`;
    const picture = await renderLayers(layer(html));
    expect([picture.at(10, 50), picture.at(30, 50), picture.at(50, 50), picture.at(70, 50)]).toEqual([
      WHITE,
      RED,
      WHITE,
      RED,
    ]);
  });

  test("grids, calculations, clip paths, conic gradients and custom properties are drawn as CSS does", async () => {
    const html = `<style>:root { --side: calc(30px + 20%) } .g { display: grid; grid-template-columns: repeat(2, 1fr); width: calc(2 * var(--side)); height: 100px }
      .g > :nth-child(2n) { background: green } .c { background: conic-gradient(red 50%, blue 0) } .p { background: red; clip-path: inset(0 0 50% 0) }</style>
      <div class="g"><div class="p"></div><div></div><div class="c"></div><div></div></div>`;
    const picture = await renderLayers(layer(html));
    const points = [
      picture.at(20, 10),
      picture.at(20, 40),
      picture.at(70, 25),
      picture.at(70, 75),
      picture.at(40, 75),
      picture.at(10, 75),
    ];
    expect(points).toEqual([RED, WHITE, GREEN, GREEN, RED, BLUE]);
  });

  test("a filter changes the colors of its element", async () => {
    const fill = '<div style="width: 100%; height: 100%; background: red; filter: hue-rotate(0) invert(1)"></div>';
    expect((await renderLayers(layer(fill))).at(50, 50)).toEqual([0, 255, 255, 255]);
  });

  test("oklch is drawn as its color in sRGB, even in the drawings that inherit it", async () => {
    // The values of red in CSS Color 4.
    const html = `<div style="color: oklch(62.8% 0.2577 29.23)"><svg viewBox="0 0 1 1" width="100" height="50"><path fill="currentColor" d="M0 0h2v1h-2z"/></svg><div style="background: oklch(62.8% 0.2577 29.23); height: 50px"></div></div>`;
    const picture = await renderLayers(layer(html));
    for (const y of [25, 80]) {
      const [red, green, blue] = picture.at(50, y);
      expect([red > 250, green < 5, blue < 5]).toEqual([true, true, true]);
    }
  });

  test("the first known family of a list is used", async () => {
    const text = (family: string) => layer(`<p style="font: 40px ${family}">Rag</p>`);
    const bytesOf = async (family: string) =>
      Buffer.from((await renderLayers(text(family))).picture.bytes).toString("base64");
    expect(await bytesOf("Nowhere, 'Playfair Display', Inter")).toBe(await bytesOf("'Playfair Display'"));
    expect(await bytesOf("Nowhere, 'Playfair Display', Inter")).not.toBe(await bytesOf("Inter"));
  });

  test("one warning names all CSS without an effect, even before a picture is rendered", async () => {
    const layers = layer('<style>a:hover { color: red }</style><p style="cursor: pointer; transition: all 1s">a</p>');
    const expected = [
      {
        code: "STYLE_IGNORED",
        layer: "a",
        message: expect.stringContaining(": :hover, cursor, transition.") as unknown,
      },
    ];
    expect((await renderLayers(layers)).picture.warnings).toMatchObject(expected);
    expect(await findWarnings({ width: 100, height: 100, layers }, {}, testContext())).toMatchObject(expected);
  });
});
