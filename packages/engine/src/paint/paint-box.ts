/** Paints the parts that all layers with a box share: shadow, fill and border. */
import type { Gradient } from "../document/attributes/gradient.js";
import { type Fill, gradientFill, isOpaque, isVisible, solidFill } from "./fill.js";
import { type Box, EMPTY_FRAGMENT, type Fragment, inflate, shift, unite } from "./fragment.js";
import { dashedBorder } from "./dashed-border.js";
import { type Outline, RECTANGLE } from "./outline.js";
import { BLUR_REACH } from "./shadow-reach.js";
import { define, num } from "./svg.js";
import { type Sight, sightOf } from "./sight.js";
import { rotate, type Rotated } from "./rotate.js";

/** The attributes of a box. A part without attributes is not drawn. */
export interface BoxStyle extends Box {
  readonly rotation: number;
  readonly background_color: string;
  readonly background_gradient?: Gradient | undefined;
  readonly border_width?: number;
  readonly border_color?: string;
  readonly border_style?: "solid" | "dashed" | "dotted";
  readonly shadow_color?: string;
  readonly shadow_x?: number;
  readonly shadow_y?: number;
  readonly shadow_blur?: number;
}

/** A box as SVG, in two parts: the content of a layer goes between them. */
export interface PaintedBox {
  /** Shadow and fill. */
  readonly beneath: string;
  /** The border, inside the box. */
  readonly above: string;
  /** Everything that is painted. */
  readonly bounds: Box;
}

/** Paints a layer that is only a box. `view` is the area of the document. */
export function paintShape(layer: BoxStyle & Rotated, outline: Outline, view: Box): Fragment {
  const { beneath, above, bounds } = paintBox(layer, outline, view);
  return rotate(beneath + above, bounds, layer);
}

/** Paints the shadow, fill and border of a box. `view` is the area of the document. */
export function paintBox(style: BoxStyle, outline: Outline, view: Box): PaintedBox {
  const sight = sightOf(style, view);
  const shadow = shadowOf(style, outline, sight);
  const box = inkBoxOf(style, outline);
  const isBoxSeen = sight.isSeen(box);
  const fill = isBoxSeen ? fillOf(style, outline) : "";
  const border = isBoxSeen ? borderOf(style, outline) : "";
  return {
    beneath: shadow.svg + fill,
    above: border,
    bounds: unite([shadow.bounds, ...(fill === "" && border === "" ? [] : [box])]),
  };
}

/** Returns the box around the shape of a layer. A polygon can be far from the ends of a wide box. */
function inkBoxOf(style: BoxStyle, { bounds = boxOf }: Outline): Box {
  return bounds(boxOf(style));
}

/** Returns the box of a layer without its other attributes. */
export function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

function hasBorder({ border_width = 0, border_color = "transparent" }: BoxStyle): boolean {
  return border_width > 0 && isVisible(border_color);
}

/** Returns the fills from bottom to top: the color, and a gradient over it. */
function fillsOf(style: BoxStyle): Fill[] {
  const solid = isVisible(style.background_color) ? [solidFill(style.background_color)] : [];
  return style.background_gradient === undefined
    ? solid
    : [...solid, gradientFill(style.background_gradient, boxOf(style))];
}

function fillOf(style: BoxStyle, outline: Outline): string {
  // Under an opaque border the fill ends in the middle of the border. Otherwise its color would show at the outer edge.
  const isCovered = hasBorder(style) && isOpaque(style.border_color ?? "") && !hasGaps(style);
  const path = outline.path(style, isCovered ? (style.border_width ?? 0) / 2 : 0);
  return fillsOf(style)
    .map(({ attributes, definition }) => `${definition}<path d="${path}" ${attributes}/>`)
    .join("");
}

function borderOf(style: BoxStyle, outline: Outline): string {
  if (!hasBorder(style)) return "";
  const width = Math.min(style.border_width ?? 0, style.width / 2, style.height / 2);
  return (hasGaps(style) ? markedBorder(style, outline, width) : undefined) ?? solidBorder(style, outline, width);
}

function solidBorder(style: BoxStyle, outline: Outline, width: number): string {
  const path = outline.path(style) + outline.path(style, width);
  return `<path d="${path}" fill-rule="evenodd" ${solidFill(style.border_color ?? "").attributes}/>`;
}

function markedBorder(style: BoxStyle, outline: Outline, width: number): string | undefined {
  const { border_color = "", border_style } = style;
  if (border_style !== "dashed" && border_style !== "dotted") return undefined;
  const { attributes: fill } = solidFill(border_color);
  return dashedBorder(style, outline, { width, style: border_style, fill });
}

/** Returns whether the fill shows through the border. */
function hasGaps({ border_style = "solid" }: BoxStyle): boolean {
  return border_style !== "solid";
}

function coversItsShadow({ background_color, background_gradient }: BoxStyle): boolean {
  const isGradientOpaque = background_gradient?.stops.every(({ color }) => isOpaque(color)) ?? false;
  return isOpaque(background_color) || isGradientOpaque;
}

function shadowOf(style: BoxStyle, outline: Outline, sight: Sight): Fragment {
  const { shadow_color = "transparent", shadow_x = 0, shadow_y = 0, shadow_blur = 0 } = style;
  if (!isVisible(shadow_color)) return EMPTY_FRAGMENT;
  const place = shift(boxOf(style), shadow_x, shadow_y);
  const reach = shadow_blur * BLUR_REACH + 1;
  const whole = inflate(outline.bounds?.(place) ?? place, reach);
  if (!sight.isSeen(whole)) return EMPTY_FRAGMENT;
  // Without a blur, the ink is the shape itself. With a blur, the filter draws only inside the bounds.
  const bounds = shadow_blur > 0 ? sight.clip(whole, reach) : whole;
  const path = `<path d="${outline.path(place)}" ${solidFill(shadow_color).attributes}/>`;
  const blurred = shadow_blur > 0 ? blur(path, bounds, shadow_blur) : path;
  return { svg: coversItsShadow(style) ? blurred : cutOut(blurred, style, outline, bounds), bounds };
}

/** Applies a CSS blur to SVG. The filter only draws inside the region. */
function blur(svg: string, region: Box, radius: number): string {
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

/** Cuts the area of the box out of its shadow, because a shadow does not show through its own box. */
function cutOut(svg: string, style: BoxStyle, outline: Outline, bounds: Box): string {
  const around = RECTANGLE.path(unite([bounds, boxOf(style)]));
  const { id, definition } = define(
    "o",
    (name) => `<clipPath id="${name}"><path clip-rule="evenodd" d="${around}${outline.path(style)}"/></clipPath>`,
  );
  return `${definition}<g clip-path="url(#${id})">${svg}</g>`;
}
