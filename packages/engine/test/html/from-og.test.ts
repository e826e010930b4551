/** The example of docs/html-layers.md: a component for @vercel/og, and the HTML layer that it becomes, look the same. */
import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { describe, expect, test } from "@jest/globals";
import satori from "satori";
import sharp from "sharp";
import type { TemplateSource } from "../../src/document/document.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { testContext } from "../support.js";

const template = JSON.parse(readFileSync("examples/features/html-from-og/template.json", "utf8")) as TemplateSource;
const docs = readFileSync("docs/html-layers.md", "utf8");

/** The component of the page, as JSX compiles it. */
function card({ topic, title, author, photo }: Record<string, string>) {
  const ground = "linear-gradient(135deg, #0f172a, #1e3a5f)";
  const column = { display: "flex", flexDirection: "column", justifyContent: "center" };
  const size = { width: "100%", height: "100%", boxSizing: "border-box", padding: 80 };
  const row = { display: "flex", alignItems: "center", gap: 20, marginTop: 48, fontSize: 28, color: "#cbd5e1" };
  return element("div", { ...column, ...size, backgroundImage: ground, color: "white" }, [
    element("div", { fontSize: 28, letterSpacing: 2, color: "#38bdf8" }, topic),
    element("div", { marginTop: 20, fontSize: 68, fontWeight: 700, lineHeight: 1.15 }, title),
    element("div", row, [
      { type: "img", key: null, props: { src: photo, width: 72, height: 72, style: { borderRadius: 36 } } },
      element("div", {}, author),
    ]),
  ]);
}

function element(type: string, style: object, children: unknown) {
  return { type, key: null, props: { style, children } };
}

function interOf(weight: 400 | 700) {
  const data = readFileSync(`node_modules/@fontsource/inter/files/inter-latin-${weight}-normal.woff`);
  return { name: "Inter", data, weight, style: "normal" as const };
}

async function rgbOf(bytes: Uint8Array): Promise<Buffer> {
  return await sharp(bytes).removeAlpha().raw().toBuffer();
}

describe("an HTML layer from a component for @vercel/og", () => {
  test("an HTML layer looks like its component in satori and resvg: 99 % of all pixels are equal within 8 levels", async () => {
    const values = Object.fromEntries(
      (template.variables ?? []).map(({ name, default: value }) => [name, typeof value === "string" ? value : ""]),
    );
    const svg = await satori(card(values), { width: 1200, height: 630, fonts: [interOf(400), interOf(700)] });
    const wanted = await rgbOf(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());
    const picture = await renderPicture(template, {}, testContext());
    const drawn = await rgbOf(picture.bytes);
    const far = drawn.filter((level, index) => Math.abs(level - (wanted[index] ?? 0)) > 8).length;
    expect([drawn.length, picture.warnings]).toEqual([wanted.length, []]);
    expect(far / drawn.length).toBeLessThan(0.01);
  });

  test("the page shows the HTML of the example", () => {
    const [layer] = template.layers;
    expect(layer?.type === "html" ? layer.html : "").toBe(/```html\n([\s\S]*?)\n```/.exec(docs)?.[1]);
  });
});
