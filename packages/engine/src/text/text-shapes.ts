/** Collects the shapes of a laid-out text: letters as path data by color, emoji, and decoration lines. */
import { type Box, inflate, unite } from "../paint/fragment.js";
import { num } from "../paint/svg.js";
import type { EngineParts } from "./engine.js";
import { TextPathLimit } from "./font-limits.js";
import { boxOutline } from "./missing-box.js";
import { glyphBox, glyphPath, type PlacedGlyph, placeGlyph } from "./placed-glyph.js";
import type { TextSpec } from "./spec.js";
import { MICROSECONDS } from "./text-work.js";
import { type Meter, UNLIMITED } from "../shared/work.js";
import type { LayoutRun, PlacedEmoji, TextLayout, TextLine } from "./text-layout.js";

/** Shapes of one color. */
export interface ColoredShapes {
  /** Undefined if the layer's own color or gradient applies. */
  readonly color: string | undefined;
  /** The width of the stroke that makes letters bold, or 0. */
  readonly embolden: number;
  /** The font size in pixels. */
  readonly fontSize: number;
  readonly glyphs: readonly PlacedGlyph[];
  /** The path data of all other shapes: boxes of characters that no font has, and decoration lines. */
  readonly path: string;
}

/** All shapes of a text, in document pixels. */
export interface TextShapes {
  readonly letters: readonly ColoredShapes[];
  /** Decoration lines beneath and above the letters. */
  readonly beneath: readonly ColoredShapes[];
  readonly above: readonly ColoredShapes[];
  readonly emoji: readonly PlacedEmoji[];
  readonly bounds: Box;
}

/** The conditions for collecting shapes. */
export interface Collecting {
  /** Whether letters and their strokes, or a line of decoration, are in the view. */
  readonly isSeen: (ink: Box) => boolean;
  /** Whether an emoji is in the view. It has no stroke, and the rasterizer aborts at one that is far outside. */
  readonly isEmojiSeen: (box: Box) => boolean;
  readonly spend: Meter;
}

const EVERYTHING: Collecting = { isSeen: () => true, isEmojiSeen: () => true, spend: UNLIMITED };

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Collects the shapes of a layout. `origin` is the top left corner of its box. Shapes that are not in the view are left
 * out.
 */
export function collectShapes(
  parts: EngineParts,
  layout: TextLayout,
  spec: TextSpec,
  origin: Point,
  { isSeen, isEmojiSeen, spend }: Collecting = EVERYTHING,
): TextShapes {
  const letters = new ShapesByColor();
  const beneath = new ShapesByColor();
  const above = new ShapesByColor();
  const emoji: PlacedEmoji[] = [];
  const boxes: Box[] = [];
  const limit = new TextPathLimit();
  for (const line of layout.lines) {
    for (const run of line.runs) {
      const ink = { boxes, isSeen, spend, limit };
      const fontSize = layout.fontSize * run.style.scale;
      const path = addMissing(run, fontSize, origin, ink);
      const glyphs = addGlyphs(parts, run, fontSize, origin, ink);
      if (path !== "" || glyphs.length > 0) {
        letters.add({ color: run.style.color, embolden: run.glyphs?.embolden ?? 0, fontSize, glyphs, path });
      }
      for (const each of run.emoji) {
        const moved = { ...each, x: each.x + origin.x, y: each.y + origin.y };
        const box = { x: moved.x, y: moved.y, width: moved.side, height: moved.side };
        if (!isEmojiSeen(box)) continue;
        emoji.push(moved);
        boxes.push(box);
      }
      const decoration = decorationLine(layout, spec, line, run, origin);
      if (decoration === undefined || !isSeen(decoration)) continue;
      const lines = spec.text_decoration === "line-through" ? above : beneath;
      const { fontSize: size } = layout;
      lines.add({ color: run.style.color, embolden: 0, fontSize: size, glyphs: [], path: rectanglePath(decoration) });
      boxes.push(decoration);
    }
  }
  const embolden = letters.list().reduce((widest, each) => Math.max(widest, each.embolden), 0);
  return {
    letters: letters.list(),
    beneath: beneath.list(),
    above: above.list(),
    emoji,
    bounds: inflate(unite(boxes), embolden),
  };
}

/** Joins the shapes that have the same color, stroke and size, in the order of first use. */
class ShapesByColor {
  readonly #shapes = new Map<string, ColoredShapes & { readonly glyphs: PlacedGlyph[]; path: string }>();

  add({ color, embolden, fontSize, glyphs, path }: ColoredShapes): void {
    const key = `${color ?? ""} ${embolden} ${fontSize}`;
    const before = this.#shapes.get(key);
    if (before === undefined) {
      this.#shapes.set(key, { color, embolden, fontSize, glyphs: [...glyphs], path });
      return;
    }
    for (const glyph of glyphs) before.glyphs.push(glyph);
    before.path += path;
  }

  list(): ColoredShapes[] {
    return [...this.#shapes.values()];
  }
}

/** Returns all shapes as path data. */
export function pathOf({ glyphs, path }: Pick<ColoredShapes, "glyphs" | "path">): string {
  return path + glyphs.map(glyphPath).join("");
}

/** The boxes of all visible ink, and the limit of path data. */
interface Ink extends Omit<Collecting, "isEmojiSeen"> {
  readonly boxes: Box[];
  readonly limit: TextPathLimit;
}

/** Adds the boxes for characters that no font has, and returns them as path data. */
function addMissing(run: LayoutRun, size: number, origin: Point, { boxes, isSeen }: Ink): string {
  let path = "";
  for (const placed of run.boxes) {
    const missing = boxOutline({ ...placed, x: origin.x + placed.x, y: origin.y + placed.y }, size);
    if (!isSeen(missing.box)) continue;
    path += missing.path;
    boxes.push(missing.box);
  }
  return path;
}

function addGlyphs(
  parts: EngineParts,
  { glyphs }: LayoutRun,
  size: number,
  origin: Point,
  { boxes, isSeen, spend, limit }: Ink,
): PlacedGlyph[] {
  if (glyphs === undefined) return [];
  const placed: PlacedGlyph[] = [];
  const font = parts.fontCache.load(parts.fonts.fileAt(glyphs.font));
  glyphs.ids.forEach((id, index) => {
    if (id === 0) return;
    const outline = parts.outlines.outline(font, id, size, glyphs.slant, spend);
    // Check this before the outline is written, so that no text exceeds the limit.
    limit.add(font.file, outline.tail.length);
    spend(MICROSECONDS.glyph + outline.tail.length * MICROSECONDS.pathCharacter);
    if (outline.tail === "") return;
    const glyph = placeGlyph(outline, origin.x + (glyphs.xs[index] ?? 0), origin.y + (glyphs.ys[index] ?? 0));
    const box = glyphBox(glyph);
    if (!isSeen(glyphs.embolden === 0 ? box : inflate(box, glyphs.embolden))) return;
    placed.push(glyph);
    boxes.push(box);
  });
  return placed;
}

/** Returns the decoration line of a run. It is on whole pixels so that it is sharp. */
function decorationLine(
  { metrics, fontSize }: TextLayout,
  spec: TextSpec,
  line: TextLine,
  run: LayoutRun,
  origin: Point,
): Box | undefined {
  if (spec.text_decoration === "none" || run.width <= 0) return undefined;
  const isThrough = spec.text_decoration === "line-through";
  const thickness = Math.max(
    1,
    Math.round((isThrough ? metrics.strikeThickness : metrics.underlineThickness) * fontSize),
  );
  const baseline = origin.y + line.baseline;
  const middle = baseline - middleOf(spec, metrics) * fontSize;
  return { x: origin.x + run.x, y: Math.round(middle - thickness / 2), width: run.width, height: thickness };
}

function middleOf({ text_decoration }: TextSpec, metrics: TextLayout["metrics"]): number {
  if (text_decoration === "underline") return metrics.underlineY;
  if (text_decoration === "line-through") return metrics.strikeY;
  // An overline is as far above the capital letters as the underline is beneath the baseline.
  return metrics.capHeight - metrics.underlineY;
}

/** Returns a rectangle as path data. The corner radius is limited to half of the shorter side. */
export function rectanglePath({ x, y, width, height }: Box, radius = 0): string {
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) return `M${num(x)} ${num(y)}h${num(width)}v${num(height)}h${num(-width)}z`;
  const arc = (dx: number, dy: number) => `a${num(r)} ${num(r)} 0 0 1 ${num(dx)} ${num(dy)}`;
  const [w, h] = [width - 2 * r, height - 2 * r];
  return (
    `M${num(x + r)} ${num(y)}h${num(w)}${arc(r, r)}v${num(h)}${arc(-r, r)}h${num(-w)}${arc(-r, -r)}` +
    `v${num(-h)}${arc(r, -r)}z`
  );
}
