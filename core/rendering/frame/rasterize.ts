import { ServiceError } from "../../contract/errors.js";
import { loadResvg } from "../native.js";
import { type DeviceGrid, type DeviceRect } from "./device-grid.js";
import { copyInto } from "./blend.js";
import { emptyTile, pixelsOf, type Tile } from "./tile.js";

/** Texts are outlines already; looking for the system's fonts would cost 60 ms for nothing. */
const OPTIONS = { font: { loadSystemFonts: false } };

/** Up to this many pixels a drawing is done sooner than a thread could be asked to do it. */
const MAX_PIXELS_AT_ONCE = 1 << 18;

/**
 * Draws a piece of SVG in document coordinates onto the pixels of an area. A piece that is drawn through transforms of
 * its own is drawn from the picture's corner and cut: its coordinates are then rounded as they are in the whole picture,
 * while a plain path moved by whole pixels rounds alike by itself.
 */
export async function rasterize(svg: string, grid: DeviceGrid, area: DeviceRect): Promise<Tile> {
  if (!hasTransforms(svg)) return await draw(svg, grid, area);
  const fromCorner = { left: 0, top: 0, width: area.left + area.width, height: area.top + area.height };
  const whole = await draw(svg, grid, fromCorner);
  if (area.left === 0 && area.top === 0) return whole;
  const tile = emptyTile(area);
  copyInto(tile, whole, area);
  return tile;
}

function hasTransforms(svg: string): boolean {
  return svg.includes(" transform=") || svg.includes("<svg");
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
export function frameSvg(
  svg: string,
  { scaleX, scaleY }: DeviceGrid,
  { left, top, width, height }: DeviceRect,
): string {
  // One transform of scale and whole pixels, no view box: so each coordinate is rounded the same wherever the area lies.
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">` +
    `<g transform="matrix(${scaleX} 0 0 ${scaleY} ${-left} ${-top})">${svg}</g></svg>`
  );
}
