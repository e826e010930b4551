/** Draws what has no vectors in PDF as images: blurs, filters, and rare parts of drawings. */
import { hash } from "node:crypto";
import { cropInPlace } from "../frame/blend.js";
import { areaOf, boxOfPixels, type DeviceRect } from "../frame/device-grid.js";
import { rasterWork } from "../frame/raster-work.js";
import { drawSvg, rasterize } from "../frame/rasterize.js";
import { bytesOf, type Tile } from "../frame/tile.js";
import { PIXELS_PER_DEVIATION } from "../limits/print-pixels.js";
import { type Box, type Fragment, intersection, unite } from "../paint/fragment.js";
import type { ByteCache } from "../shared/byte-cache.js";
import type { Meter } from "../shared/work.js";
import { bytesOfImage, type EncodedImage, encodeImage, US_PER_ENCODED_PIXEL } from "./encoded-image.js";
import { Unsupported } from "./unsupported.js";

/** An image with its place in document pixels. */
export interface PlacedRaster {
  readonly image: EncodedImage;
  readonly place: Box;
}

/** A part of a drawing, in document coordinates. */
export interface RasterPart {
  readonly svg: string;
  /** The area that the part can touch. */
  readonly region: Box;
  /** The area of everything inside of it, which can be larger. */
  readonly content: Box;
  /** The standard deviation of its blur, if it is nothing but a blur. */
  readonly deviation?: number | undefined;
}

/** The pixels of all rasters of a page: a number, and some for each document pixel, up to a limit. */
const PIXELS = { base: 4_000_000, perDocumentPixel: 2, maximum: 12_000_000 };

/** The part of the pixels that one raster can have. */
const LARGEST_SHARE = 0.5;

/** Draws the rasters of one page. They share a number of pixels, so that the work is bounded. */
export class Rasters {
  readonly #view: Box;
  readonly #density: number;
  readonly #cache: ByteCache<PlacedRaster>;
  #left: number;

  /** @param density the wanted number of pixels for each document pixel: that of 300 dpi */
  constructor(view: Box, density: number, cache: ByteCache<PlacedRaster>) {
    this.#view = view;
    this.#density = density;
    this.#cache = cache;
    this.#left = Math.min(PIXELS.maximum, PIXELS.base + PIXELS.perDocumentPixel * view.width * view.height);
  }

  /** Draws a part. Returns undefined if nothing of it is on the page. @throws Unsupported if it reaches too far. */
  async draw(part: RasterPart, spend: Meter): Promise<PlacedRaster | undefined> {
    const seen = intersection(part.region, this.#view);
    if (seen.width <= 0 || seen.height <= 0) return undefined;
    // The rasterizer cuts off groups that start far outside of the drawn area, so everything inside is drawn.
    const drawn = unite([part.region, part.content]);
    const sharp = part.deviation === undefined ? Infinity : PIXELS_PER_DEVIATION / part.deviation;
    const density = this.#densityFor(drawn, Math.max(1, sharp));
    if (density === undefined) throw new Unsupported("A part of the drawing reaches too far.");
    const key = hash("sha1", `${density} ${JSON.stringify([seen, drawn])} ${part.svg}`, "base64");
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const grid = gridOf(this.#view, density);
    const area = pixelsOfBox(drawn, density);
    spend(rasterWork(part.svg, { drawn: areaOf(area), ink: areaOf(area), unit: density ** 2 }));
    const matrix = `matrix(${density} 0 0 ${density} ${-area.left} ${-area.top})`;
    const pixels = await drawPart(`<g transform="${matrix}">${part.svg}</g>`, area);
    return this.#keep(key, cropInPlace({ ...area, pixels }, pixelsOfBox(seen, density)), grid, spend);
  }

  /** Draws a whole fragment, however far it reaches. */
  async drawWhole(fragment: Fragment, spend: Meter): Promise<PlacedRaster | undefined> {
    const density = this.#densityFor(this.#view, Infinity) ?? 1;
    const key = hash("sha1", `${density} ${JSON.stringify([this.#view, fragment.bounds])} ${fragment.svg}`, "base64");
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const grid = gridOf(this.#view, density);
    return this.#keep(key, await rasterize({ ...fragment, opacity: 1 }, grid, spend), grid, spend);
  }

  /** Returns the number of pixels for each document pixel of an area. Returns undefined for an area that is too large. */
  #densityFor({ width, height }: Box, wanted: number): number | undefined {
    const most = Math.sqrt((this.#left * LARGEST_SHARE) / (width * height));
    const density = Math.min(this.#density, wanted, Math.max(most, Math.min(1, this.#density)));
    const pixels = width * height * density ** 2;
    if (pixels > PIXELS.maximum) return undefined;
    this.#left = Math.max(0, this.#left - pixels);
    return density;
  }

  #keep(key: string, tile: Tile | undefined, grid: ReturnType<typeof gridOf>, spend: Meter): PlacedRaster | undefined {
    const inked = tile && cropToInk(tile);
    if (inked === undefined) return undefined;
    const { width, height } = inked;
    spend(areaOf(inked) * US_PER_ENCODED_PIXEL);
    const image = encodeImage({ width, height, pixels: bytesOf(inked), isOpaque: false });
    const raster = { image, place: boxOfPixels(grid, inked) };
    this.#cache.set(key, raster, bytesOfImage(image));
    return raster;
  }
}

async function drawPart(svg: string, area: DeviceRect): Promise<Uint32Array> {
  try {
    return await drawSvg(svg, area);
  } catch (cause) {
    throw new Unsupported("The rasterizer cannot draw a part of the drawing.", { cause });
  }
}

/** Returns a grid with exactly this density, so that an image has the same place whatever the size of the page is. */
function gridOf({ width, height }: Box, density: number) {
  const side = (length: number) => Math.max(1, Math.ceil(length * density));
  return { width: side(width), height: side(height), scaleX: density, scaleY: density };
}

function pixelsOfBox({ x, y, width, height }: Box, density: number): DeviceRect {
  const [left, top] = [Math.floor(x * density), Math.floor(y * density)];
  const [right, bottom] = [Math.ceil((x + width) * density), Math.ceil((y + height) * density)];
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Returns the smallest part of a tile with all of its ink, or undefined if it has none. */
function cropToInk(tile: Tile): Tile | undefined {
  const { pixels, width, height } = tile;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[y * width + x] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  const ink = { left: tile.left + left, top: tile.top + top, width: right - left + 1, height: bottom - top + 1 };
  return cropInPlace(tile, ink);
}
