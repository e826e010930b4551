/** Paints a laid-out text as SVG: letters as outlines, emoji as drawings. The SVG never contains the text itself. */
import { type Fill, gradientFill, isVisible, solidFill } from "../paint/fill.js";
import { type Box, inflate, unite } from "../paint/fragment.js";
import { type Sight, UNLIMITED_SIGHT } from "../paint/sight.js";
import { define, num } from "../paint/svg.js";
import { type Meter, UNLIMITED } from "../shared/work.js";
import type { EngineParts, TextEngine } from "./engine.js";
import type { Part } from "./part.js";
import type { TextSpec } from "./spec.js";
import type { PlacedEmoji, TextLayout } from "./text-layout.js";
import { collectShapes, type ColoredShapes, pathOf, rectanglePath, type TextShapes } from "./text-shapes.js";

/** SVG in document coordinates, and the box around everything that it draws. */
interface PaintedPart {
  readonly svg: string;
  readonly bounds: Box;
}

/**
 * A painted text. Its SVG is written each time it is read, because most texts are drawn with the masks of their
 * letters.
 */
export interface PaintedText extends PaintedPart {
  /** The same drawing in parts. Undefined if the letters have more than a plain fill color. */
  readonly parts: readonly Part[] | undefined;
  /** The same drawing without its letters, for formats that contain letters as such. */
  readonly aroundLetters: AroundLetters;
}

/** The drawing beneath and above letters. */
export interface AroundLetters {
  readonly beneath: string;
  readonly above: string;
  /** Returns the fill of letters with a color of their own, or of all others. */
  readonly fillOf: (color: string | undefined) => Fill;
}

/** The options for painting a text. @default paints all of it, without a limit on the work */
export interface PaintOptions {
  readonly sight?: Sight;
  readonly spend?: Meter;
}

const NOTHING: PaintedPart = { svg: "", bounds: { x: 0, y: 0, width: 0, height: 0 } };

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The reach of a blur in blur radii. A blur reaches three standard deviations, and a CSS blur radius is two (CSS
 * Backgrounds 3, section 7.2).
 */
const BLUR_REACH = 1.5;

/**
 * The distance between the control points of a stroke's curves and its middle, in stroke widths. If control points are
 * outside of the drawing, the rasterizer cuts the path and rounds it differently. A quadratic curve of a sixth of a
 * circle reaches 1.16.
 */
const STROKE_REACH = 1.2;

/** The antialiased edge of an emoji, in document pixels. */
const EMOJI_EDGE = 1;

/** The largest error of the numbers in path data. An arc that ends at the edge of a pixel can exceed it by this. */
const NUMBER_REACH = 0.01;

/**
 * Paints a text whose box has its top left corner at `origin`: highlight, shadow, outline, letters and decoration, in
 * this order. Invisible glyphs are left out.
 */
export function paintText(
  engine: TextEngine,
  layout: TextLayout,
  spec: TextSpec,
  origin: Point,
  { sight = UNLIMITED_SIGHT, spend = UNLIMITED }: PaintOptions = {},
): PaintedText {
  const stroke = strokeOf(spec);
  const edge = stroke === undefined ? 1 : stroke.width * STROKE_REACH + 1;
  const shapes = collectShapes(engine.parts, layout, spec, origin, {
    isSeen: (ink) => sight.isSeen(inflate(ink, edge)),
    isEmojiSeen: (box) => sight.isSeen(inflate(box, EMOJI_EDGE)),
    spend,
  });
  const highlight = paintHighlight(layout, spec, origin, sight);
  const bounds = inflate(shapes.bounds, edge);
  const hasShapes = shapes.bounds.width > 0;
  const shadow = isVisible(spec.shadow_color)
    ? paintShadow(engine.parts, layout, spec, origin, edge, { sight, spend })
    : NOTHING;
  const gradient = spec.text_gradient && gradientFill(spec.text_gradient, { ...origin, ...layout.box });
  const fillOf = (color: string | undefined) =>
    color === undefined ? (gradient?.attributes ?? solidFill(spec.color).attributes) : solidFill(color).attributes;
  const below = highlight.svg + shadow.svg;
  const whole = unite([highlight.bounds, shadow.bounds, ...(hasShapes ? [bounds] : [])]);
  const hasMasks = hasShapes && stroke === undefined && gradient === undefined && shapes.letters.every(isOnlyGlyphs);
  return {
    get svg() {
      const body = hasShapes ? paintShapes(engine.parts, shapes, fillOf, stroke) : "";
      return `${below}${body === "" ? "" : (gradient?.definition ?? "")}${body}`;
    },
    bounds: whole,
    get aroundLetters() {
      return paintAround(engine.parts, shapes, { below, gradient, fillOf, stroke });
    },
    parts: hasMasks
      ? [
          ...around(below + paintLines(shapes.beneath, fillOf), whole),
          ...shapes.letters.map(({ color = spec.color, glyphs, fontSize }) => ({ glyphs, color, fontSize, bounds })),
          ...around(paintAllEmoji(engine.parts, shapes) + paintLines(shapes.above, fillOf), bounds),
        ]
      : undefined,
  };
}

function strokeOf({ stroke_width: width, stroke_color }: TextSpec): Stroke | undefined {
  if (width <= 0 || !isVisible(stroke_color)) return undefined;
  return { attributes: solidFill(stroke_color, "stroke").attributes, width };
}

/** The paints of a text, and the drawing beneath all of it. */
interface Paints {
  readonly below: string;
  readonly gradient: Fill | undefined;
  readonly fillOf: (color: string | undefined) => string;
  readonly stroke: Stroke | undefined;
}

function paintAround(
  parts: EngineParts,
  shapes: TextShapes,
  { below, gradient, fillOf, stroke }: Paints,
): AroundLetters {
  const definition = gradient?.definition ?? "";
  const boxes = shapes.letters.filter(({ path }) => path !== "").map((letters) => ({ ...letters, glyphs: [] }));
  const outline = stroke === undefined ? "" : paintOutline(shapes.letters, stroke);
  return {
    beneath: below + definition + paintLines(shapes.beneath, fillOf) + outline + paintLines(boxes, fillOf),
    above: definition + paintAllEmoji(parts, shapes) + paintLines(shapes.above, fillOf),
    fillOf: (color) => ({ attributes: fillOf(color), definition: color === undefined ? definition : "" }),
  };
}

function around(svg: string, bounds: Box): Part[] {
  return svg === "" ? [] : [{ svg, bounds }];
}

function isOnlyGlyphs({ embolden, path }: ColoredShapes): boolean {
  return embolden === 0 && path === "";
}

interface Stroke {
  readonly attributes: string;
  /** The width outside of the letters. */
  readonly width: number;
}

function paintShapes(
  parts: EngineParts,
  shapes: TextShapes,
  fillOf: (color: string | undefined) => string,
  stroke: Stroke | undefined,
): string {
  return [
    paintLines(shapes.beneath, fillOf),
    stroke === undefined ? "" : paintOutline(shapes.letters, stroke),
    paintLines(shapes.letters, fillOf),
    paintAllEmoji(parts, shapes),
    paintLines(shapes.above, fillOf),
  ].join("");
}

function paintLines(lines: readonly ColoredShapes[], fillOf: (color: string | undefined) => string): string {
  return lines.map((shapes) => paintLetters(shapes, fillOf(shapes.color))).join("");
}

function paintAllEmoji(parts: EngineParts, { emoji }: TextShapes): string {
  return emoji.map((each) => paintEmoji(parts, each)).join("");
}

function paintLetters(shapes: ColoredShapes, fill: string): string {
  const path = pathOf(shapes);
  const { embolden } = shapes;
  if (embolden === 0) return `<path d="${path}" ${fill}/>`;
  const line = fill.replaceAll("fill", "stroke");
  return `<path d="${path}" ${fill} ${line} stroke-width="${num(embolden)}" stroke-linejoin="round"/>`;
}

/** Paints the outlines of letters. They are beneath all letters, which cover the inner half of each stroke. */
function paintOutline(letters: readonly ColoredShapes[], { attributes, width }: Stroke): string {
  return letters
    .map((shapes) => {
      const lineWidth = num(width * 2 + shapes.embolden);
      return `<path d="${pathOf(shapes)}" fill="none" ${attributes} stroke-width="${lineWidth}" stroke-linejoin="round"/>`;
    })
    .join("");
}

function paintEmoji(parts: EngineParts, { key, x, y, side }: PlacedEmoji): string {
  const drawing = parts.emoji.drawing(key);
  if (drawing === undefined) return "";
  const place = `x="${num(x)}" y="${num(y)}" width="${num(side)}" height="${num(side)}"`;
  return `<svg ${place} viewBox="0 0 ${drawing.width} ${drawing.height}">${drawing.body}</svg>`;
}

/** Paints the shapes in the shadow's color, moved and blurred. The highlight has no shadow. */
function paintShadow(
  parts: EngineParts,
  layout: TextLayout,
  spec: TextSpec,
  origin: Point,
  edge: number,
  { sight, spend }: Required<PaintOptions>,
): PaintedPart {
  const reach = spec.shadow_blur * BLUR_REACH + 1;
  // The shadow is moved by its coordinates, not by a transform, so that it is rounded in the same way everywhere.
  const moved = { x: origin.x + spec.shadow_x, y: origin.y + spec.shadow_y };
  const shapes = collectShapes(parts, layout, spec, moved, {
    isSeen: (ink) => sight.isSeen(inflate(ink, edge + reach)),
    isEmojiSeen: (box) => sight.isSeen(inflate(box, reach)),
    spend,
  });
  if (shapes.bounds.width <= 0) return NOTHING;
  const region = sight.clip(inflate(shapes.bounds, edge + reach), reach);
  const { attributes } = solidFill(spec.shadow_color);
  const hasStroke = edge > 1;
  const stroke = hasStroke
    ? { attributes: attributes.replaceAll("fill", "stroke"), width: spec.stroke_width }
    : undefined;
  const letters = paintShapes(parts, { ...shapes, emoji: [] }, () => attributes, stroke);
  const emoji = paintAllEmoji(parts, shapes);
  const svg =
    filtered(letters, region, blurStep(spec.shadow_blur)) +
    filtered(emoji, region, silhouetteStep(spec.shadow_color) + blurStep(spec.shadow_blur));
  // The bounds contain whole emoji, because the rasterizer needs their full extent.
  return { svg, bounds: shapes.emoji.length === 0 ? region : unite([region, shapes.bounds]) };
}

function blurStep(blur: number): string {
  return blur === 0 ? "" : `<feGaussianBlur stdDeviation="${num(blur / 2)}"/>`;
}

/** Returns a filter step that replaces all colors with one color. */
function silhouetteStep(color: string): string {
  const { attributes } = solidFill(color);
  const [, hex = "000000"] = /#([0-9a-f]{6})/.exec(attributes) ?? [];
  const [, alpha = "1"] = /opacity="([\d.]+)"/.exec(attributes) ?? [];
  const row = (at: number) => `0 0 0 0 ${num(Number.parseInt(hex.slice(at, at + 2), 16) / 255)}`;
  return `<feColorMatrix values="${row(0)} ${row(2)} ${row(4)} 0 0 0 ${alpha} 0"/>`;
}

function filtered(svg: string, region: Box, steps: string): string {
  if (svg === "" || steps === "") return svg;
  const { x, y, width, height } = region;
  const place = `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`;
  const { id, definition } = define(
    "f",
    (name) =>
      `<filter id="${name}" filterUnits="userSpaceOnUse" ${place} color-interpolation-filters="sRGB">${steps}</filter>`,
  );
  return `${definition}<g filter="url(#${id})">${svg}</g>`;
}

/** Paints bars behind the lines. They are as high as the font's letters, but at most as high as the line. */
function paintHighlight(
  layout: TextLayout,
  { highlight_color, highlight_padding: padding, highlight_radius }: TextSpec,
  origin: Point,
  sight: Sight,
): PaintedPart {
  if (!isVisible(highlight_color)) return NOTHING;
  const { ascent, descent } = layout.metrics;
  const bars = layout.lines
    .filter(({ width }) => width > 0)
    .map((line): Box => {
      const height = Math.min(line.height, Math.round((ascent - descent) * line.fontSize));
      const top = line.top + Math.round((line.height - height) / 2);
      const bar = { x: origin.x + line.x, y: origin.y + top, width: line.width, height };
      return inflate(bar, padding);
    })
    .filter(sight.isSeen);
  if (bars.length === 0) return NOTHING;
  // All bars are one path, so that overlapping translucent bars do not add up.
  const path = bars.map((bar) => rectanglePath(bar, highlight_radius)).join("");
  return {
    svg: `<path d="${path}" ${solidFill(highlight_color).attributes}/>`,
    bounds: inflate(unite(bars), NUMBER_REACH),
  };
}
