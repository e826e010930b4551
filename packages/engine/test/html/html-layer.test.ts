import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import sharp from "sharp";
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from "undici";
import type { TemplateSource } from "../../src/document/document.js";
import { findWarnings } from "../../src/renderer/find-warnings.js";
import { Renderer } from "../../src/renderer/renderer.js";
import { dataUri, decode, fonts, makeImage, renderLayers, testContext } from "../support.js";

type HtmlSource = Extract<TemplateSource["layers"][number], { type: "html" }>;

const RED = [255, 0, 0, 255];
const GREEN = [0, 128, 0, 255];
const WHITE = [255, 255, 255, 255];

function layer(html: string, attributes: Partial<HtmlSource> = {}): TemplateSource["layers"] {
  return [{ id: "a", name: "a", type: "html", width: 100, height: 100, html, ...attributes }];
}

const fill = (css: string, inside = "") => `<div style="width: 100%; height: 100%; ${css}">${inside}</div>`;
const red = await makeImage(40, 20, () => [255, 0, 0, 255]);

describe("an HTML layer", () => {
  test("flexbox and a style block place boxes as CSS does", async () => {
    const html = `<style>.row { display: flex; justify-content: space-between; height: 100% }
      .row > div { width: 20px; background-color: red } .row .wide { width: 40px; background-color: green }</style>
      <div class="row"><div></div><div class="wide"></div><div></div></div>`;
    const picture = await renderLayers(layer(html));
    const columns = [5, 15, 25, 35, 65, 75, 85, 95].map((x) => picture.at(x, 50));
    expect(columns).toEqual([RED, RED, WHITE, GREEN, GREEN, WHITE, RED, RED]);
  });

  test("gradients with their own size on elements that are far larger than the layer fail with a clear message, and others are drawn", async () => {
    const gradient = (side: number, more = "") =>
      layer(
        `<div style="width: ${side}px; height: ${side}px; background-image: linear-gradient(red, red); ${more}"></div>`,
      );
    expect((await renderLayers(gradient(9000))).at(50, 50)).toEqual(RED);
    const ownSize = "background-size: 100% 99%";
    expect((await renderLayers(gradient(1500, ownSize))).at(50, 50)).toEqual(RED);
    await expect(renderLayers(gradient(9000, ownSize))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("gradients on elements that are far larger than the layer"),
    });
  });

  test("a drawing is the same if the process has drawn it before", async () => {
    // Letters of three fonts. The characters beyond U+FFFF are mixed with emoji.
    const html = `<div style="word-break: break-all; font-family: monospace">สวัสดี<span style="font-size: 10px">🎽🔸💘🗴🍿🕅🏻🍢🖰🌌🗒</span>你好 😀</div>`;
    const render = async () => Buffer.from((await renderLayers(layer(html))).picture.bytes);
    const first = await render();
    expect(await render()).toEqual(first);
  });

  test("an HTML layer is placed, rotated, faded, framed and clipped like any other layer", async () => {
    const html = fill("background-color: red", fill("width: 200px; height: 5px"));
    const placed = await renderLayers(layer(html, { x: 20, y: 30, width: 40, height: 20 }));
    expect(placed.paintedBox()).toEqual({ left: 20, top: 30, right: 59, bottom: 49 });
    const turned = await renderLayers(layer(html, { x: 20, y: 40, width: 60, height: 20, rotation: 90 }));
    expect(turned.paintedBox()).toEqual({ left: 40, top: 20, right: 59, bottom: 79 });
    const faded = await renderLayers(layer(html, { opacity: 0.5 }));
    expect(faded.at(50, 50)).toEqual([255, 128, 128, 255]);
    const framed = await renderLayers(layer(html, { border_width: 10, border_color: "green", border_radius: 10 }));
    expect([framed.at(0, 0), framed.at(50, 5), framed.at(50, 50)]).toEqual([WHITE, GREEN, RED]);
    const hidden = await renderLayers(layer(html), { layers: { a: { hide: true } } });
    expect(hidden.paintedPixels()).toBe(0);
  });

  test("an empty layer shows its box only", async () => {
    const picture = await renderLayers(layer(" ", { background_color: "red", width: 50 }));
    expect([picture.at(25, 50), picture.at(75, 50)]).toEqual([RED, WHITE]);
    expect(picture.picture.warnings).toEqual([]);
  });

  test("edges are sharp at every scale: no pixel between two colors", async () => {
    const html = `<div style="display: flex; height: 100%"><div style="width: 50px; background-color: red"></div></div>`;
    for (const scale of [1, 2, 3, 4]) {
      const picture = await renderLayers(layer(html), { scale });
      expect([picture.at(50 * scale - 1, 50), picture.at(50 * scale, 50)]).toEqual([RED, WHITE]);
    }
  });

  test("a text at scale 4 has the details of its outlines, not enlarged pixels", async () => {
    const html = fill("color: black; font-size: 40px; font-weight: 700", "Rg");
    const large = await renderLayers(layer(html), { scale: 4 });
    const small = await renderLayers(layer(html));
    const enlarged = await sharp(small.picture.bytes).resize(400, 400).removeAlpha().greyscale().raw().toBuffer();
    const drawn = await sharp(large.picture.bytes).removeAlpha().greyscale().raw().toBuffer();
    const gray = (pixels: Buffer) => pixels.filter((value) => value > 60 && value < 195).length;
    expect(gray(drawn) * 2).toBeLessThan(gray(enlarged));
  });

  test("an underline has no gaps where letters cross it, and can be thick", async () => {
    const underlined = (css: string) =>
      layer(fill(`text-decoration: underline red; color: transparent; ${css}`, "gjpqy"));
    const plain = await renderLayers(underlined("font-size: 20px"));
    const { left, top, right } = plain.paintedBox();
    const row = Array.from({ length: right - left - 1 }, (_, index) => plain.at(left + 1 + index, top + 1));
    expect(new Set(row.map(String))).toEqual(new Set([String(RED)]));
    expect(row.length).toBeGreaterThan(40);
    // With gaps, satori takes seconds for each letter of such a line.
    const thick = await renderLayers(underlined("text-decoration: underline 900px red"));
    expect(thick.at(20, 90)).toEqual(RED);
  });

  test("letters clip a background, even with hundreds of elements inside", async () => {
    const inside = `<p style="margin: 0; line-height: 1">${"<b>I</b>".repeat(280)}</p>`;
    const css = "background-color: red; background-clip: text; color: transparent; font-size: 20px";
    const picture = await renderLayers(layer(fill(css, inside)));
    const pixels = Array.from({ length: 100 }, (_, x) => String(picture.at(x, 10)));
    expect(pixels).toContain(String(RED));
    expect(pixels).toContain(String(WHITE));
  });

  test("values of variables are text, and a request can change them", async () => {
    const source = {
      width: 100,
      height: 100,
      variables: [
        { name: "name", type: "string" as const, default: "" },
        { name: "ground", type: "string" as const, default: "red" },
      ],
      layers: layer(fill("background-color: {{ground}}; color: green", "{{name}}")),
    };
    const renderer = new Renderer(testContext());
    const render = async (variables: Record<string, string>) =>
      await decode(await renderer.render(source, { variables }, { version: "1" }));
    const usual = await render({});
    expect(usual.at(50, 50)).toEqual(RED);
    const marked = await render({ name: `<div style="width: 99px; height: 99px; background-color: blue">` });
    expect(marked.at(98, 98)).toEqual(RED);
    expect(marked.at(50, 50)).not.toEqual([0, 0, 255, 255]);
    expect((await render({ ground: "green" })).at(50, 50)).toEqual(GREEN);
    expect((await render({})).picture.bytes).toEqual(usual.picture.bytes);
  });

  test("a drawing inside has the color of the text around it", async () => {
    const svg = '<svg viewBox="0 0 10 10" width="100" height="100"><path fill="currentColor" d="M0 0h10v10H0z"/></svg>';
    const picture = await renderLayers(layer(`<style>p { color: red; margin: 0 }</style><p>${svg}</p>`));
    expect(picture.at(50, 50)).toEqual(RED);
  });

  test("a fetched image and a data URI are drawn in img and url(), at the size of their place", async () => {
    const url = "https://example.com/red.png";
    const images = testContext({ [url]: red });
    const html = `<img src="${url}" style="display: block"><div style="width: 30px; height: 30px; background-image: url('${dataUri(red)}')"></div>`;
    for (const scale of [1, 2]) {
      const picture = await renderLayers(layer(html), { scale }, images);
      const at = (x: number, y: number) => picture.at(x * scale, y * scale);
      expect([at(39, 19), at(41, 10), at(29, 25), at(29, 39), at(31, 25)]).toEqual([RED, WHITE, RED, RED, WHITE]);
      expect(picture.picture.warnings).toEqual([]);
    }
  });

  test("an unavailable image is a gray box, with a warning that keeps the picture from being published", async () => {
    const html = '<img src="https://example.com/none.png" width="50" height="50">';
    const drawn = await renderLayers(layer(html));
    expect(drawn.at(25, 25)).toEqual([226, 232, 240, 255]);
    expect(drawn.picture.warnings).toMatchObject([
      { code: "IMAGE_UNAVAILABLE", layer: "a", retryable: false, missingImage: { hasOwnFallback: false } },
    ]);
  });

  test("characters come from the fonts of text layers, emoji are drawn, and a missing one is reported by a dry run too", async () => {
    const html = fill("font-size: 20px", "Жя你مرحبا😀");
    const drawn = await renderLayers(layer(html));
    expect(drawn.picture.warnings).toEqual([]);
    expect(drawn.paintedPixels()).toBeGreaterThan(300);
    const missing = { width: 100, height: 100, layers: layer(fill("", "a\u{13000}")) };
    const warning = { code: "MISSING_GLYPH", layer: "a", message: expect.stringContaining("U+13000") as unknown };
    expect(await findWarnings(missing, {}, { fonts })).toMatchObject([warning]);
    expect((await renderLayers(missing.layers)).picture.warnings).toMatchObject([warning]);
  });

  test("text of the same family, size and place has the width that a text layer gives it", async () => {
    const html = fill("font-family: Roboto; font-size: 30px; line-height: 1.2", "Width");
    const text = {
      id: "t",
      type: "text",
      width: 100,
      height: 100,
      text: "Width",
      font_family: "Roboto",
      font_size: 30,
    } as const;
    const [own, other] = [(await renderLayers(layer(html))).paintedBox(), (await renderLayers([text])).paintedBox()];
    for (const side of ["left", "right", "top", "bottom"] as const) {
      expect(Math.abs(own[side] - other[side])).toBeLessThanOrEqual(1);
    }
  });

  test("HTML that is too costly to draw is an issue of its layer", async () => {
    const cut = "overflow: hidden; border-radius: 4px; opacity: 0.9";
    const html = `<div style="${cut}">`.repeat(15) + "x " + "</div>".repeat(15);
    const renderer = new Renderer(testContext(), { maxWork: 60_000 });
    const render = renderer.render(
      { width: 500, height: 500, layers: layer(html, { width: 500, height: 500 }) },
      { scale: 2 },
    );
    await expect(render).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ message: expect.stringContaining('at the layer "a"') as unknown }] },
    });
  });
});

describe("the network", () => {
  const usual = getGlobalDispatcher();
  const agent = new MockAgent();
  const fetched = jest.fn<typeof fetch>(() => Promise.reject(new Error("The layout engine has fetched.")));
  const usualFetch = globalThis.fetch;

  beforeEach(() => {
    agent.disableNetConnect();
    setGlobalDispatcher(agent);
    globalThis.fetch = fetched;
  });

  afterEach(() => {
    setGlobalDispatcher(usual);
    globalThis.fetch = usualFetch;
  });

  test("the layout engine never fetches: neither images, nor fonts, nor emoji", async () => {
    const url = "https://example.com/red.png";
    const html =
      `<style>.a { background-image: url(${url}) }</style><div class="a"><img src="${url}" width="9"><img src="https://example.com/none" width="9" height="9">` +
      `a😀你\u{13000}<b>ب</b></div>`;
    const { picture } = await renderLayers(layer(html), {}, testContext({ [url]: red }));
    expect(picture.warnings.map(({ code }) => code).sort()).toEqual(["IMAGE_UNAVAILABLE", "MISSING_GLYPH"]);
    expect(fetched).not.toHaveBeenCalled();
    expect(agent.pendingInterceptors()).toEqual([]);
  });

  test("the layout engine has no way to the network except the trapped one", () => {
    const code = readFileSync("node_modules/satori/dist/index.js", "utf8");
    const imports = [...code.matchAll(/from\s*"([^"]+)"|import\(\s*"([^"]+)"/g)].map(([, one, other]) => one ?? other);
    expect(imports.filter((name) => /http|net|undici|tls|dns/.test(name ?? ""))).toEqual([]);
  });
});
