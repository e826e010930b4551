/** What every layer with a box has in common: its shadow, its fill and its border. */
import { type Gradient } from "../../contract/template/attributes.js";
import { type Fill, gradientFill, isOpaque, isVisible, solidFill } from "./fill.js";
import { type Box, inflate, shift, unite } from "./fragment.js";
import { insetPath, type Outline, outlinePath } from "./outline.js";
import { define, num } from "./svg.js";
import { isSeen } from "./turn.js";

/** The attributes of a box; what is left out is not drawn. */
export interface BoxStyle extends Box {
  readonly rotation: number;
  readonly background_color: string;
  readonly background_gradient?: Gradient | undefined;
  readonly border_width?: number;
  readonly border_color?: string;
  readonly shadow_color?: string;
  readonly shadow_x?: number;
  readonly shadow_y?: number;
  readonly shadow_blur?: number;
}

/** The ink of a box, parted where a layer's content goes between. */
export interface BoxInk {
  /** Shadow and fill. */
  readonly beneath: string;
  /** The border, inside the box. */
  readonly above: string;
  readonly ink: Box;
}

/** A blur spreads its ink over three deviations; a CSS blur is two of them (CSS Backgrounds 3, section 7.2). */
export const BLUR_REACH = 1.5;

/** The shadow, fill and border of a box; `view` is the document's own area. */
export function paintBox(style: BoxStyle, outline: Outline, view: Box): BoxInk {
  const shadow = shadowOf(style, outline, view);
  const fill = fillOf(style, outline);
  const border = borderOf(style, outline);
  return {
    beneath: shadow.svg + fill,
    above: border,
    ink: unite([shadow.ink, ...(fill === "" && border === "" ? [] : [boxOf(style)])]),
  };
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

function hasBorder({ border_width = 0, border_color = "transparent" }: BoxStyle): boolean {
  return border_width > 0 && isVisible(border_color);
}

/** The paint layers of the fill: the colour, and a gradient over it. */
function fillsOf(style: BoxStyle): Fill[] {
  const solid = isVisible(style.background_color) ? [solidFill(style.background_color)] : [];
  return style.background_gradient === undefined
    ? solid
    : [...solid, gradientFill(style.background_gradient, boxOf(style))];
}

function fillOf(style: BoxStyle, outline: Outline): string {
  // Under an opaque border the fill ends in the border's middle, else its colour would fringe the border's outer edge.
  const isCovered = hasBorder(style) && isOpaque(style.border_color ?? "");
  const path = insetPath(outline, style, isCovered ? (style.border_width ?? 0) / 2 : 0);
  return fillsOf(style)
    .map(({ attributes, definition }) => `${definition}<path d="${path}" ${attributes}/>`)
    .join("");
}

function borderOf(style: BoxStyle, outline: Outline): string {
  if (!hasBorder(style)) return "";
  const width = Math.min(style.border_width ?? 0, style.width / 2, style.height / 2);
  const path = outlinePath(outline, style) + insetPath(outline, style, width);
  return `<path d="${path}" fill-rule="evenodd" ${solidFill(style.border_color ?? "").attributes}/>`;
}

function hidesItsShadow({ background_color, background_gradient }: BoxStyle): boolean {
  const isGradientOpaque = background_gradient?.stops.every(({ color }) => isOpaque(color)) ?? false;
  return isOpaque(background_color) || isGradientOpaque;
}

function shadowOf(style: BoxStyle, outline: Outline, view: Box): { svg: string; ink: Box } {
  const { shadow_color = "transparent", shadow_x = 0, shadow_y = 0, shadow_blur = 0 } = style;
  const none = { x: 0, y: 0, width: 0, height: 0 };
  if (!isVisible(shadow_color)) return { svg: "", ink: none };
  const place = shift(boxOf(style), shadow_x, shadow_y);
  const ink = inflate(place, shadow_blur * BLUR_REACH + 1);
  if (!isSeen(ink, style, view)) return { svg: "", ink: none };
  const path = `<path d="${outlinePath(outline, place)}" ${solidFill(shadow_color).attributes}/>`;
  const blurred = shadow_blur > 0 ? blur(path, ink, shadow_blur) : path;
  return { svg: hidesItsShadow(style) ? blurred : cutOut(blurred, style, outline, ink), ink };
}

/** Ink softened as by a CSS blur; the region is what the filter may use of the plane. */
export function blur(svg: string, region: Box, radius: number): string {
  const { x, y, width, height } = region;
  const { id, definition } = define(
    "b",
    (name) =>
      `<filter id="${name}" filterUnits="userSpaceOnUse" x="${num(x)}" y="${num(y)}" width="${num(width)}" ` +
      `height="${num(height)}" color-interpolation-filters="sRGB">` +
      `<feGaussianBlur stdDeviation="${num(radius / 2)}"/></filter>`,
  );
  return `${definition}<g filter="url(#${id})">${svg}</g>`;
}

/** A shadow does not shine through the box that throws it. */
function cutOut(svg: string, style: BoxStyle, outline: Outline, ink: Box): string {
  const around = outlinePath({ kind: "rectangle", radius: 0 }, unite([ink, boxOf(style)]));
  const { id, definition } = define(
    "o",
    (name) =>
      `<clipPath id="${name}"><path clip-rule="evenodd" d="${around}${outlinePath(outline, style)}"/></clipPath>`,
  );
  return `${definition}<g clip-path="url(#${id})">${svg}</g>`;
}
