import * as z from "zod";
import { shapeOf } from "../../src/document/attributes/attribute.js";
import { textLayer } from "../../src/document/layers/text.js";
import { createTextEngine } from "../../src/text/engine.js";
import { layOutText } from "../../src/text/lay-out-text.js";
import { loadResvg } from "../../src/shared/native.js";
import { paintText } from "../../src/text/paint-text.js";
import type { TextSpec } from "../../src/text/spec.js";
import type { TextLayout, TextLine } from "../../src/text/text-layout.js";

/** One engine for all tests of a file. */
export const engine = await createTextEngine();

const textSchema = z.strictObject(shapeOf(textLayer.attributes));

/** Returns these attributes of a text, with the defaults of a template for all others. */
export type Attributes = Partial<Omit<TextSpec, "text">>;

export function specOf(text: string, attributes: Attributes = {}): TextSpec {
  const { language, ...given } = attributes;
  const layer = textSchema.parse({ type: "text", id: "t", x: 0, y: 0, width: 100, height: 100, text, ...given });
  return { ...layer, language };
}

/** Lays out a text, by default in a box that is large enough for everything. */
export function layOut(text: string, attributes: Attributes = {}, box = { width: 10_000, height: 5000 }): TextLayout {
  return layOutText(engine, specOf(text, attributes), box);
}

/** The characters of a line in visual order from left to right, derived from its glyphs. */
export function seen(line: TextLine | undefined, alphabet: string): string {
  return (line?.runs ?? [])
    .map((run) => {
      if (run.glyphs === undefined) return run.emoji.map((emoji) => `<${emoji.key}>`).join("");
      const font = engine.parts.fontCache.load(engine.parts.fonts.fileAt(run.glyphs.font));
      const characters = new Map<number, string>();
      for (const character of `${alphabet} …-`) {
        const id = font.hb.nominalGlyph(character.codePointAt(0) ?? 0);
        if (id !== undefined && !characters.has(id)) characters.set(id, character);
      }
      return run.glyphs.ids.map((id) => characters.get(id) ?? "?").join("");
    })
    .join("");
}

/** The lines of a left-to-right text. */
export function linesOf(text: string, attributes: Attributes, box: { width: number; height: number }): string[] {
  return layOut(text, attributes, box).lines.map((line) => seen(line, text));
}

/** A text painted on a white background. */
export interface Painting {
  readonly svg: string;
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly layout: TextLayout;
  at(x: number, y: number): readonly number[];
  /** The box of all pixels that are not white, including its right and bottom edge. Undefined if there are none. */
  paintedBox(): { left: number; top: number; right: number; bottom: number } | undefined;
}

const [WIDTH, HEIGHT] = [400, 200];

/** Paints a text with resvg in a box of 360 × 160 pixels at 20, 20 of a white picture of 400 × 200 pixels. */
export function paint(text: string, attributes: Attributes = {}): Painting {
  const spec = specOf(text, attributes);
  const layout = layOutText(engine, spec, { width: WIDTH - 40, height: HEIGHT - 40 });
  const { svg, bounds } = paintText(engine, layout, spec, { x: 20, y: 20 });
  const background = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`;
  const { Resvg } = loadResvg();
  const source = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${HEIGHT}">${background}${svg}</svg>`;
  const { pixels } = new Resvg(source, { font: { loadSystemFonts: false } }).render();
  const at = (x: number, y: number) => [...pixels.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3)];
  return { svg, bounds, layout, at, paintedBox: () => boxOfPainted(pixels) };
}

function boxOfPainted(pixels: Uint8Array) {
  let box: { left: number; top: number; right: number; bottom: number } | undefined;
  for (let index = 0; index < WIDTH * HEIGHT; index++) {
    const isPainted = [0, 1, 2].some((channel) => (pixels[index * 4 + channel] ?? 255) < 250);
    if (!isPainted) continue;
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    box = {
      left: Math.min(box?.left ?? x, x),
      top: Math.min(box?.top ?? y, y),
      right: Math.max(box?.right ?? x, x),
      bottom: Math.max(box?.bottom ?? y, y),
    };
  }
  return box;
}

/** Returns whether two colors are nearly the same. */
export function near(actual: readonly number[], wanted: readonly number[], tolerance = 12): boolean {
  return wanted.every((channel, index) => Math.abs((actual[index] ?? -1000) - channel) <= tolerance);
}
