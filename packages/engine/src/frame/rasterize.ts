import { EngineError } from "../issues/engine-error.js";
import { loadResvg } from "../shared/native.js";
import { areaOf, type DeviceGrid, type DeviceRect, touchedPixels, viewOf, wholeGrid } from "./device-grid.js";
import { cropInPlace } from "./blend.js";
import { areaOfGroup, areaOfPath, areaOfPaths, drawnArea, groupedArea } from "./drawn-area.js";
import { rasterWork } from "./raster-work.js";
import { releaseNative } from "../shared/native-memory.js";
import type { Meter } from "../shared/work.js";
import type { Box, Fragment } from "../paint/fragment.js";
import { hasParts, ISOLATED } from "../paint/rotate.js";
import { filledTile, pixelsOf, type Rounding, type Tile } from "./tile.js";

/** Texts are outlines already, so the system fonts are not needed. Searching them would cost 60 ms. */
const OPTIONS = { font: { loadSystemFonts: false } };

/** Up to this many pixels, drawing takes less time than the communication with a thread. */
const MAX_PIXELS_AT_ONCE = 1 << 18;

/**
 * Draws a fragment on the pixels of the picture that it touches, or returns undefined if it touches none. The pixels
 * are the same as those of `rasterizeWhole`. A path that is moved by whole pixels is rounded in the same way. A drawing
 * with its own transforms is rounded differently, and so is a curve that the picture's edge cuts. Such drawings are
 * drawn on the whole picture and then cut out.
 */
export async function rasterize(fragment: Fragment, grid: DeviceGrid, spend: Meter): Promise<Tile | undefined> {
  const { svg, bounds, opacity, ground } = fragment;
  const area = svg === "" ? undefined : touchedPixels(grid, drawnBounds({ svg, bounds }, grid));
  if (area === undefined) return undefined;
  if (ground !== undefined) return filledTile(area, ground);
  const drawnOn = isMovable(fragment, grid) ? areaOfPath(area) : drawnArea(fragment, grid);
  spend(rasterWork(svg, { drawn: areaOf(drawnOn), ink: areaOf(area), unit: grid.scaleX * grid.scaleY }));
  const tile = cropInPlace(await draw(svg, grid, drawnOn), area);
  return tile && { ...tile, opacity, rounding: roundingOf(svg) };
}

/**
 * Draws the shape that pixels are clipped to, or returns undefined if it touches none of them. The shape's alpha is the
 * same as in the group that the rasterizer clips.
 */
export async function rasterizeClip(
  { svg, bounds }: Fragment,
  clipped: DeviceRect,
  grid: DeviceGrid,
  spend: Meter,
): Promise<Tile | undefined> {
  const area = touchedPixels(grid, bounds);
  if (area === undefined) return undefined;
  const drawnOn = areaOfGroup(clipped);
  spend(rasterWork(svg, { drawn: areaOf(drawnOn), ink: areaOf(area), unit: grid.scaleX * grid.scaleY }));
  return cropInPlace(await draw(svg, grid, drawnOn), area);
}

/**
 * Returns the bounds of a fragment as it is drawn: resvg aligns the result of a filter to whole pixels, which moves it
 * by up to one pixel.
 */
export function drawnBounds({ svg, bounds }: Pick<Fragment, "svg" | "bounds">, { scaleX, scaleY }: DeviceGrid): Box {
  if (!svg.includes("<filter")) return bounds;
  const { x, y, width, height } = bounds;
  return { x: x - 1 / scaleX, y: y - 1 / scaleY, width: width + 2 / scaleX, height: height + 2 / scaleY };
}

/** Draws a fragment on the whole picture, for the reference path. */
export async function rasterizeWhole(fragment: Fragment, grid: DeviceGrid): Promise<Tile> {
  const { svg, opacity } = fragment;
  const tile = await draw(svg, grid, isMovable(fragment, grid) ? areaOfPaths(grid) : drawnArea(fragment, grid));
  return { ...(cropInPlace(tile, wholeGrid(grid)) ?? tile), opacity, rounding: roundingOf(svg) };
}

/** Draws fragments on the whole picture as one drawing. Returns undefined if their groups extend too far. */
export async function rasterizeTogether(parts: readonly Fragment[], grid: DeviceGrid): Promise<Tile | undefined> {
  const area = groupedArea(parts, grid);
  if (area === undefined) return undefined;
  const tile = await draw(parts.map(({ svg }) => svg).join(""), grid, area);
  return cropInPlace(tile, wholeGrid(grid)) ?? tile;
}

function roundingOf(svg: string): Rounding {
  if (svg.includes(ISOLATED)) return "clamped";
  return hasParts(svg) || svg.includes("<image") ? "nearest" : "up";
}

/** Returns whether a fragment has the same pixels regardless of where its drawing starts. */
function isMovable({ svg, bounds }: Fragment, grid: DeviceGrid): boolean {
  return !hasTransforms(svg) && !hangsOver(bounds, grid);
}

function hasTransforms(svg: string): boolean {
  return svg.includes(" transform=") || svg.includes("<svg");
}

/** Returns whether bounds exceed the area of the document. */
export function hangsOver({ x, y, width, height }: Box, grid: DeviceGrid): boolean {
  const view = viewOf(grid);
  return x < 0 || y < 0 || x + width > view.width || y + height > view.height;
}

/** The rasterizer keeps the parsed paths of a drawing until the garbage collector frees the drawing. */
const NATIVE_BYTES_PER_CHARACTER = 10;

async function draw(svg: string, grid: DeviceGrid, area: DeviceRect): Promise<Tile> {
  const { left, top, width, height } = area;
  const { scaleX, scaleY } = grid;
  // One transform with scale and whole pixels, and no view box: coordinates are then rounded in the same way
  // everywhere.
  const moved = `<g transform="matrix(${scaleX} 0 0 ${scaleY} ${-left} ${-top})">${svg}</g>`;
  return { left, top, width, height, pixels: await drawSvg(moved, area) };
}

/** Draws an SVG of a size in pixels of the picture, and returns its pixels. */
export async function drawSvg(svg: string, { width, height }: { width: number; height: number }): Promise<Uint32Array> {
  const source =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" ` +
    `height="${height}">${svg}</svg>`;
  try {
    const { Resvg, renderAsync } = loadResvg();
    const isSmall = width * height <= MAX_PIXELS_AT_ONCE;
    const image = isSmall ? new Resvg(source, OPTIONS).render() : await renderAsync(source, OPTIONS);
    // Each access to `image.pixels` copies them.
    const pixels = pixelsOf(image.pixels);
    await releaseNative(2 * pixels.byteLength + NATIVE_BYTES_PER_CHARACTER * source.length);
    return pixels;
  } catch (cause) {
    throw new EngineError("INTERNAL", "The picture could not be drawn.", { internal: "resvg failed", cause });
  }
}
