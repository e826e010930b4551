import { ServiceError } from "../../contract/errors.js";
import { loadResvg } from "../native.js";
import { type DeviceGrid, type DeviceRect, touchedPixels, viewOf, wholeGrid } from "./device-grid.js";
import { cropTo } from "./blend.js";
import { type Box, type Fragment } from "../paint/fragment.js";
import { APART, hasParts } from "../paint/turn.js";
import { pixelsOf, type Rounding, type Tile } from "./tile.js";

/** Texts are outlines already; looking for the system's fonts would cost 60 ms for nothing. */
const OPTIONS = { font: { loadSystemFonts: false } };

/** A third of the side of the largest emoji: one of 2,000 pixels at scale 4. */
const SAFE_SIDE_PX = 2800;

/** Up to this many pixels a drawing is done sooner than a thread could be asked to do it. */
const MAX_PIXELS_AT_ONCE = 1 << 18;

/**
 * Draws a fragment onto the pixels of the picture that it touches; undefined if it touches none. Its pixels are those
 * that it has in the whole picture: a path moved by whole pixels is rounded alike. What is drawn through transforms of
 * its own is not, nor is a curve that the picture's edge cuts, so these are drawn on the whole picture and cut out.
 */
export async function rasterize(fragment: Fragment, grid: DeviceGrid): Promise<Tile | undefined> {
  const { svg, bounds, opacity = 1 } = fragment;
  const area = svg === "" ? undefined : touchedPixels(grid, bounds);
  if (area === undefined) return undefined;
  const isApart = !hasTransforms(svg) && !hangsOver(bounds, grid);
  // A ground of its own cuts curves and rounds coordinates elsewhere than the picture does: here as in the whole.
  const isGrounded = !isApart && (opacity < 1 || hasParts(svg));
  const drawn = isGrounded ? `${APART}${svg}</g>` : svg;
  const tile = isApart
    ? await draw(drawn, grid, area)
    : cropTo(await draw(drawn, grid, canvasFor(svg, bounds, grid)), area);
  return tile && { ...tile, opacity, rounding: roundingOf(svg) };
}

/** Draws a fragment onto the whole picture. */
export async function rasterizeWhole({ svg, bounds }: Fragment, grid: DeviceGrid): Promise<Tile> {
  const tile = await draw(svg, grid, canvasFor(svg, bounds, grid));
  return cropTo(tile, wholeGrid(grid)) ?? tile;
}

function roundingOf(svg: string): Rounding {
  if (svg.includes(APART)) return "held";
  return hasParts(svg) || svg.includes("<image") ? "nearest" : "up";
}

function hasTransforms(svg: string): boolean {
  return svg.includes(" transform=") || svg.includes("<svg");
}

/** Whether ink lies, or may lie, beyond the document's edges. */
export function hangsOver({ x, y, width, height }: Box, grid: DeviceGrid): boolean {
  const view = viewOf(grid);
  return x < 0 || y < 0 || x + width > view.width || y + height > view.height;
}

/**
 * The whole picture, larger if it holds drawings (emoji) that reach far beyond it: what is inside of them must not lie
 * two pictures away, or resvg 0.45 ends the process.
 */
function canvasFor(svg: string, { x, y, width, height }: Box, grid: DeviceGrid): DeviceRect {
  const whole = wholeGrid(grid);
  const beyondX = Math.max(-x, x + width) * grid.scaleX - grid.width;
  const beyondY = Math.max(-y, y + height) * grid.scaleY - grid.height;
  if (!svg.includes("<svg") || (beyondX < grid.width && beyondY < grid.height)) return whole;
  return { ...whole, width: Math.max(grid.width, SAFE_SIDE_PX), height: Math.max(grid.height, SAFE_SIDE_PX) };
}

async function draw(svg: string, grid: DeviceGrid, area: DeviceRect): Promise<Tile> {
  const { left, top, width, height } = area;
  const source = frameSvg(svg, grid, area);
  try {
    const { Resvg, renderAsync } = loadResvg();
    const isSmall = width * height <= MAX_PIXELS_AT_ONCE;
    const image = isSmall ? new Resvg(source, OPTIONS).render() : await renderAsync(source, OPTIONS);
    // Each access copies the pixels.
    return { left, top, width, height, pixels: pixelsOf(image.pixels) };
  } catch (cause) {
    throw new ServiceError("INTERNAL", "The picture could not be drawn.", { internal: "resvg failed", cause });
  }
}

/** The document that shows an area of the picture and nothing else of it. */
function frameSvg(svg: string, { scaleX, scaleY }: DeviceGrid, { left, top, width, height }: DeviceRect): string {
  // One transform of scale and whole pixels, no view box: so each coordinate is rounded the same wherever the area lies.
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">` +
    `<g transform="matrix(${scaleX} 0 0 ${scaleY} ${-left} ${-top})">${svg}</g></svg>`
  );
}
