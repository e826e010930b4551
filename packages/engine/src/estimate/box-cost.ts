/** The cost of boxes: fills, gradients, borders, shadows, and the additional cost of rotated and faded boxes. */
import { parseColor } from "../document/attributes/color.js";
import { maxSideForRotatedBlur } from "../limits/rasterizer-area.js";
import { MAX_FILTER_PIXELS, MAX_RENDER_CPU_MS } from "./cost-limits.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";
import {
  BLURRED_PIXEL_NS,
  CACHED_PIXELS,
  FADED_PIXEL_NS,
  FILLED_PIXEL_NS,
  GRADIENT_PIXEL_NS,
  GROUPED_PIXEL_NS,
  SMALL_SIGMA_PX,
  UNUSED_PIXEL_BYTES,
  UNUSED_PIXEL_NS,
  WHOLE_PIXEL_NS,
} from "./cost-figures.js";

/** The attributes that determine the cost of a box. A layer type leaves out the attributes that it does not have. */
export interface BoxLook {
  readonly opacity: number;
  readonly background_color?: string | undefined;
  readonly background_gradient?: object | undefined;
  readonly border_width?: number | undefined;
  readonly border_style?: "solid" | "dashed" | "dotted" | undefined;
  readonly shadow_color?: string | undefined;
  readonly shadow_blur?: number | undefined;
}

/** The reach of a blur, in blur radii. */
const BLUR_REACH = 1.5;
/**
 * The length, in pictures, of the area that the rasterizer draws groups and filters on. It extends two pictures on each
 * side.
 */
const REACH_PICTURES = 5;
/** The time for a dash or dot of a border, and the maximum number of them. */
const MARK_NS = 20_000;
const MAX_MARKS = 2_000;
/** The bytes of a pixel: red, green, blue and alpha. */
const PIXEL_BYTES = 4;
/** The bytes of each drawn pixel: in the rasterizer, in a copy of its buffer, and in the part that is cut out. */
const DRAWN_BYTES = 3 * PIXEL_BYTES;
/** The bytes of each pixel of a blur: its input, its output, and two buffers between them. */
const BLURRED_BYTES = 4 * PIXEL_BYTES;
/** The factor for a rotated blur, because it is drawn on the box around it. */
const ROTATED_BLUR_FACTOR = 1.3;

/** Returns the maximum number of pixels of the picture that a box covers. */
export function visiblePixels(box: PlacedBox, margin = 0): number {
  return sideOf(box, "x", margin, 1) * sideOf(box, "y", margin, 1);
}

/**
 * Returns the number of pixels that a group or filter as large as a box is drawn on. The picture can have far fewer.
 */
export function reachedPixels(box: PlacedBox, margin = 0): number {
  return sideOf(box, "x", margin, REACH_PICTURES) * sideOf(box, "y", margin, REACH_PICTURES);
}

/** Returns the number of pixels that a blur is drawn on. Only pixels whose blur can reach the picture count. */
export function blurredPixels(box: PlacedBox, margin: number): number {
  const { picture } = box;
  const around = { ...picture, width: picture.width + 2 * margin, height: picture.height + 2 * margin };
  const at = box.at && { x: box.at.x + margin, y: box.at.y + margin };
  return visiblePixels({ ...box, picture: around, at }, margin);
}

/**
 * Returns the length of a box in pixels of the picture, within an area that is `reach` pictures long and centered on
 * the picture.
 */
function sideOf({ picture, width, height, at, isRotated }: PlacedBox, axis: "x" | "y", margin: number, reach: number) {
  const whole = axis === "x" ? picture.width : picture.height;
  const own = isRotated ? Math.hypot(width, height) : axis === "x" ? width : height;
  const far = (whole * (reach - 1)) / 2;
  const start = at === undefined || isRotated ? -far : Math.max(at[axis] - margin, -far);
  const end = at === undefined || isRotated ? whole + far : Math.min(at[axis] + own + margin, whole + far);
  return Math.max(0, Math.min(end - start, own + 2 * margin)) * picture.scale;
}

/** Returns whether a box is drawn on the whole picture. Otherwise, it is drawn on its own pixels. */
export function isDrawnWhole({ picture, width, height, at, isRotated }: PlacedBox, margin = 0): boolean {
  // A height that hugs is not known yet, so anything can extend over the lower edge.
  if (isRotated || at === undefined || picture.hugs) return true;
  const isInside = (start: number, length: number, whole: number) =>
    start - margin >= 0 && start + length + margin <= whole;
  return !isInside(at.x, width, picture.width) || !isInside(at.y, height, picture.height);
}

/**
 * Returns the cost of drawing something as large as a box: on its own pixels, or on the whole picture if the box is
 * rotated or extends over an edge.
 */
export function drawnCost(box: PlacedBox, opacity: number, isGrouped: boolean, margin = 0): Cost {
  const pixels = visiblePixels(box, margin);
  const isWhole = isDrawnWhole(box, margin);
  const isApart = isWhole && (opacity < 1 || isGrouped);
  return addCosts([
    costOf("its area", pixels, FILLED_PIXEL_NS, DRAWN_BYTES),
    opacity < 1 ? costOf("its opacity", pixels, FADED_PIXEL_NS) : FREE,
    isWhole ? costOf("its area", box.picture.pixels, WHOLE_PIXEL_NS, DRAWN_BYTES) : FREE,
    isApart ? costOf("its area", reachedPixels(box, margin), GROUPED_PIXEL_NS, PIXEL_BYTES) : FREE,
  ]);
}

/** Returns the cost of a blur of something as large as a box. */
export function blurCost(box: PlacedBox, blur: number): Cost {
  const margin = blur * BLUR_REACH + 1;
  const isSmall = (blur / 2) * box.picture.scale < SMALL_SIGMA_PX;
  const pixels = blurredPixels(box, margin);
  const rotated = box.isRotated ? ROTATED_BLUR_FACTOR : 1;
  const each = (isSmall ? BLURRED_PIXEL_NS.small : BLURRED_PIXEL_NS.large) * (pixels > CACHED_PIXELS ? 1.8 : 1);
  if (pixels > MAX_FILTER_PIXELS) {
    return { ...costOf("a blurred shadow over more than 16 megapixels", pixels, each), cpuMs: MAX_RENDER_CPU_MS };
  }
  return addCosts([
    costOf("a blurred shadow", pixels, each * rotated, BLURRED_BYTES * rotated),
    box.isRotated ? rotatedAreaCost(box, blur) : FREE,
  ]);
}

/** Returns the cost of drawing a rotated blur on an area that is larger than the picture. */
function rotatedAreaCost({ picture }: PlacedBox, blur: number): Cost {
  const [width, height] = [picture.width * picture.scale, picture.height * picture.scale];
  const reach = blur * BLUR_REACH * picture.scale;
  const area = maxSideForRotatedBlur(width, height, reach) * maxSideForRotatedBlur(height, width, reach);
  return costOf(
    "the area that its rotated shadow needs",
    Math.max(0, area - picture.pixels),
    UNUSED_PIXEL_NS,
    UNUSED_PIXEL_BYTES,
  );
}

/** Returns the cost of a box with its fill, border and shadow. */
export function boxCost(look: BoxLook, box: PlacedBox): Cost {
  const pixels = visiblePixels(box);
  const hasShadow = isVisible(look.shadow_color);
  const blur = hasShadow ? (look.shadow_blur ?? 0) : 0;
  const isGrouped = hasShadow || (look.border_width ?? 0) > 0 || look.background_gradient !== undefined;
  return addCosts([
    drawnCost(box, look.opacity, isGrouped, hasShadow ? blur * BLUR_REACH + 1 : 0),
    look.background_gradient === undefined ? FREE : costOf("its gradient", pixels, GRADIENT_PIXEL_NS),
    hasShadow ? costOf("its shadow", pixels, 2 * FILLED_PIXEL_NS, PIXEL_BYTES) : FREE,
    blur > 0 ? blurCost(box, blur) : FREE,
    marksCost(look, box),
  ]);
}

/** Returns the cost of the dashes or dots of a border. A thin border of a large box has the most. */
function marksCost({ border_style = "solid", border_width = 0 }: BoxLook, { width, height }: PlacedBox): Cost {
  if (border_style === "solid" || border_width === 0) return FREE;
  const marks = Math.min(MAX_MARKS, 4 + (width + height) / border_width);
  return costOf("the marks of its border", marks, MARK_NS);
}

/** Returns whether a color is visible. */
export function isVisible(color: string | undefined): boolean {
  return color !== undefined && (parseColor(color)?.alpha ?? 1) > 0;
}
