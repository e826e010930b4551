/** Finds the area that a composite must be drawn on. Shadows can show what is outside of the picture. */
import type { Shadow } from "../document/attributes/shadow.js";
import { type DeviceGrid, viewOf } from "../frame/device-grid.js";
import type { Room } from "../frame/room.js";
import { rotatedOffset } from "../frame/device-shadow.js";
import { type Composite, isComposite, isCutToBox } from "../layout/composite.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import { type Box, centerOf, inflate, intersection, rotatedBounds, shift, unite } from "../paint/fragment.js";
import { BLUR_REACH, SHADOW_MARGIN_PX, shadowReach } from "../paint/shadow-reach.js";

/** The largest grid in pixels. The shadows of content farther away are cut off. */
const MAX_PIXELS = 32_000_000;

/**
 * Returns the grid for a composite: that of the picture, extended by the content outside of it that shadows read.
 */
export function roomFor(layer: Composite, grid: DeviceGrid): Room {
  const { shadows = [] } = layer;
  const same: Room = { grid, left: 0, top: 0 };
  if (shadows.length === 0) return same;
  const view = viewOf(grid);
  const margin = SHADOW_MARGIN_PX / Math.min(grid.scaleX, grid.scaleY);
  const read = shadows.map((shadow) => {
    const { x, y } = rotatedOffset(shadow, layer.rotation);
    return inflate(shift(view, -x, -y), shadowReach(shadow) + margin);
  });
  const content = intersection(inflate(unite(contentAreas(layer)), margin), unite(read));
  if (content.width === 0 || content.height === 0) return same;
  const { scaleX, scaleY } = grid;
  const beyond = {
    left: Math.max(0, Math.ceil(-content.x * scaleX)),
    top: Math.max(0, Math.ceil(-content.y * scaleY)),
    right: Math.max(0, Math.ceil((content.x + content.width) * scaleX) - grid.width),
    bottom: Math.max(0, Math.ceil((content.y + content.height) * scaleY) - grid.height),
  };
  return extended(grid, beyond);
}

type Margins = Readonly<Record<"left" | "top" | "right" | "bottom", number>>;

function extended(grid: DeviceGrid, { left, top, right, bottom }: Margins): Room {
  const [width, height] = [grid.width + left + right, grid.height + top + bottom];
  if (width * height > Math.max(MAX_PIXELS, grid.width * grid.height)) {
    const half = (length: number) => Math.floor(length / 2);
    return extended(grid, { left: half(left), top: half(top), right: half(right), bottom: half(bottom) });
  }
  return { grid: { ...grid, width, height }, left, top };
}

/** Returns the areas that the content of a composite can paint. They can be too large. */
function contentAreas(layer: Composite): Box[] {
  if (isCutToBox(layer)) return [rotatedBounds(layer, layer.rotation, centerOf(layer))];
  return layer.children.flatMap(paintedAreas);
}

function paintedAreas(layer: ResolvedLayer): Box[] {
  if (!isComposite(layer)) {
    return [rotatedBounds(inflate(layer, reachBeyondBox(layer)), layer.rotation, centerOf(layer))];
  }
  const content = contentAreas(layer);
  const outer = (layer.shadows ?? []).filter(({ inset }) => !inset);
  return [...content, ...outer.map((shadow) => shadowArea(unite(content), shadow, layer.rotation))];
}

function shadowArea(content: Box, shadow: Shadow, degrees: number): Box {
  const { x, y } = rotatedOffset(shadow, degrees);
  return inflate(shift(content, x, y), shadowReach(shadow));
}

/** The distance that letters can extend out of their box, in font sizes. */
const LETTER_REACH = 2;

/** The distance that an image in a box thinner than a pixel can extend out of it, in document pixels at a small scale. */
const THIN_REACH = 4;

/** The attributes by which a layer can extend out of its box. */
interface Extending {
  readonly font_size?: number;
  readonly max_font_size?: number;
  readonly stroke_width?: number;
  readonly highlight_padding?: number;
  readonly shadow_x?: number;
  readonly shadow_y?: number;
  readonly shadow_blur?: number;
}

function reachBeyondBox(layer: ResolvedLayer & Extending): number {
  const { font_size = 0, max_font_size = 0, stroke_width = 0, highlight_padding = 0 } = layer;
  const { shadow_x = 0, shadow_y = 0, shadow_blur = 0 } = layer;
  const letters = LETTER_REACH * Math.max(font_size, max_font_size) + Math.max(stroke_width, highlight_padding);
  const shadow = Math.max(Math.abs(shadow_x), Math.abs(shadow_y)) + shadow_blur * BLUR_REACH;
  return letters + shadow + THIN_REACH;
}
