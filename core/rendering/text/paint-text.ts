/** A text that is laid out, as SVG: letters as outlines, emoji as drawings. Nothing of the text itself gets into it. */
import { gradientFill, isVisible, solidFill } from "../paint/fill.js";
import { type Box, inflate, shift, unite } from "../paint/fragment.js";
import { define, num } from "../paint/svg.js";
import { type EngineParts, type TextEngine } from "./engine.js";
import { type TextSpec } from "./spec.js";
import { collectInk, type LetterInk, rectanglePath, type TextInk } from "./text-ink.js";
import { type PlacedEmoji, type TextLayout } from "./text-layout.js";

/** SVG in the coordinates of the document, and the box that all its ink lies in. */
export interface PaintedText {
  readonly svg: string;
  readonly ink: Box;
}

/** A blur spreads its ink over three deviations; a CSS blur is two of them (CSS Backgrounds 3, section 7.2). */
const BLUR_REACH = 1.5;

/**
 * Paints a text whose box has its left top corner at `origin`: highlight, shadow, outline, letters, and the line along
 * them, in this order. Emoji and a shadow that are not to be seen are left out.
 */
export function paintText(
  engine: TextEngine,
  layout: TextLayout,
  spec: TextSpec,
  origin: { readonly x: number; readonly y: number },
  isSeen: (ink: Box) => boolean = () => true,
): PaintedText {
  const all = collectInk(engine.parts, layout, spec, origin);
  const ink = { ...all, emoji: all.emoji.filter(({ x, y, side }) => isSeen({ x, y, width: side, height: side })) };
  const highlight = paintHighlight(layout, spec, origin);
  const hasStroke = spec.stroke_width > 0 && isVisible(spec.stroke_color);
  const bounds = inflate(ink.bounds, hasStroke ? spec.stroke_width + 1 : 1);
  const isInked = ink.bounds.width > 0;
  // Moved by its coordinates, not by a transform, so that it is rounded alike wherever it is drawn.
  const shadowInk = () =>
    collectInk(engine.parts, layout, spec, { x: origin.x + spec.shadow_x, y: origin.y + spec.shadow_y });
  const isShadowSeen = isInked && isSeen(shadowRegion(spec, bounds));
  const shadow = isShadowSeen
    ? paintShadow(engine.parts, shadowInk(), spec, hasStroke, bounds)
    : { svg: "", ink: ink.bounds };
  const gradient = spec.text_gradient && gradientFill(spec.text_gradient, { ...origin, ...layout.box });
  const fillOf = (color: string | undefined) =>
    color === undefined ? (gradient?.attributes ?? solidFill(spec.color).attributes) : solidFill(color).attributes;
  const stroke = hasStroke
    ? { attributes: solidFill(spec.stroke_color, "stroke").attributes, width: spec.stroke_width }
    : undefined;
  const body = isInked ? paintInk(engine.parts, ink, fillOf, stroke) : "";
  return {
    svg: `${highlight.svg}${shadow.svg}${body === "" ? "" : (gradient?.definition ?? "")}${body}`,
    ink: unite([highlight.ink, shadow.ink, ...(isInked ? [bounds] : [])]),
  };
}

interface Stroke {
  readonly attributes: string;
  /** Outside of the letters. */
  readonly width: number;
}

function paintInk(
  parts: EngineParts,
  ink: TextInk,
  fillOf: (color: string | undefined) => string,
  stroke: Stroke | undefined,
): string {
  return [
    ink.beneath.map((rule) => `<path d="${rule.path}" ${fillOf(rule.color)}/>`),
    stroke === undefined ? [] : [paintOutline(ink.letters, stroke)],
    ink.letters.map((letters) => paintLetters(letters, fillOf(letters.color))),
    ink.emoji.map((emoji) => paintEmoji(parts, emoji)),
    ink.above.map((rule) => `<path d="${rule.path}" ${fillOf(rule.color)}/>`),
  ]
    .flat()
    .join("");
}

function paintLetters({ path, embolden }: LetterInk, fill: string): string {
  if (embolden === 0) return `<path d="${path}" ${fill}/>`;
  const line = fill.replaceAll("fill", "stroke");
  return `<path d="${path}" ${fill} ${line} stroke-width="${num(embolden)}" stroke-linejoin="round"/>`;
}

/** The outlines of all letters lie beneath all letters; half of each line is then covered. */
function paintOutline(letters: readonly LetterInk[], { attributes, width }: Stroke): string {
  return letters
    .map(({ path, embolden }) => {
      const lineWidth = num(width * 2 + embolden);
      return `<path d="${path}" fill="none" ${attributes} stroke-width="${lineWidth}" stroke-linejoin="round"/>`;
    })
    .join("");
}

function paintEmoji(parts: EngineParts, { key, x, y, side }: PlacedEmoji): string {
  const drawing = parts.emoji.drawing(key);
  if (drawing === undefined) return "";
  const place = `x="${num(x)}" y="${num(y)}" width="${num(side)}" height="${num(side)}"`;
  return `<svg ${place} viewBox="0 0 ${drawing.width} ${drawing.height}">${drawing.body}</svg>`;
}

/** All that a shadow's blur may ink. */
function shadowRegion({ shadow_x, shadow_y, shadow_blur }: TextSpec, bounds: Box): Box {
  return shift(inflate(bounds, shadow_blur * BLUR_REACH + 1), shadow_x, shadow_y);
}

/** The moved ink in the shadow's colour, blurred; the highlight throws none. */
function paintShadow(
  parts: EngineParts,
  ink: TextInk,
  spec: TextSpec,
  hasStroke: boolean,
  bounds: Box,
): { readonly svg: string; readonly ink: Box } {
  if (!isVisible(spec.shadow_color)) return { svg: "", ink: { x: 0, y: 0, width: 0, height: 0 } };
  const region = shadowRegion(spec, bounds);
  const { attributes } = solidFill(spec.shadow_color);
  const stroke = hasStroke
    ? { attributes: attributes.replaceAll("fill", "stroke"), width: spec.stroke_width }
    : undefined;
  const letters = paintInk(parts, { ...ink, emoji: [] }, () => attributes, stroke);
  const pictures = ink.emoji.map((emoji) => paintEmoji(parts, emoji)).join("");
  const parted =
    filtered(letters, region, blurStep(spec.shadow_blur)) +
    filtered(pictures, region, silhouetteStep(spec.shadow_color) + blurStep(spec.shadow_blur));
  return { svg: parted, ink: region };
}

function blurStep(blur: number): string {
  return blur === 0 ? "" : `<feGaussianBlur stdDeviation="${num(blur / 2)}"/>`;
}

/** Makes a picture of many colours one of a single colour. */
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

/** Bars behind the lines, as high as the letters of the font are, or as the lines if these are lower. */
function paintHighlight(
  layout: TextLayout,
  { highlight_color, highlight_padding: padding, highlight_radius }: TextSpec,
  origin: { readonly x: number; readonly y: number },
): { readonly svg: string; readonly ink: Box } {
  if (!isVisible(highlight_color)) return { svg: "", ink: { x: 0, y: 0, width: 0, height: 0 } };
  const { ascent, descent } = layout.metrics;
  const height = Math.min(layout.lineHeight, Math.round((ascent - descent) * layout.fontSize));
  const bars = layout.lines
    .filter(({ width }) => width > 0)
    .map((line): Box => {
      const top = line.top + Math.round((layout.lineHeight - height) / 2);
      const bar = { x: origin.x + line.x, y: origin.y + top, width: line.width, height };
      return inflate(bar, padding);
    });
  if (bars.length === 0) return { svg: "", ink: { x: 0, y: 0, width: 0, height: 0 } };
  // One path, so that bars which overlap do not show through one another.
  const path = bars.map((bar) => rectanglePath(bar, highlight_radius)).join("");
  return { svg: `<path d="${path}" ${solidFill(highlight_color).attributes}/>`, ink: unite(bars) };
}
