import { hasRoundedCorner } from "../document/attributes/corner-radii.js";
import { uploadIdOf } from "../document/attributes/image-url.js";
import { cropTo, maskWith } from "../frame/blend.js";
import {
  boxOfPixels,
  type DeviceGrid,
  type DeviceRect,
  nearestPixels,
  touchedPixels,
  viewOf,
  wholeGrid,
} from "../frame/device-grid.js";
import { drawnBounds, hangsOver, rasterize, rasterizeClip } from "../frame/rasterize.js";
import { pixelsOf, type Tile } from "../frame/tile.js";
import { isDataUri } from "../images/data-uri.js";
import { sniffImage } from "../image-headers/sniff-image.js";
import type { FontLibrary } from "../fonts/font-library.js";
import type { ImageSpec } from "../paint/image-spec.js";
import { loadImages } from "../images/load-images.js";
import type { LoadedImage } from "../images/loaded-image.js";
import type { RenderWarning } from "../shared/warnings.js";
import { drawableFile } from "../svg-text/drawable-file.js";
import { svgWarnings } from "../svg-text/svg-warnings.js";
import { openImage, type OpenedImage, type Prepare } from "../images/open-image.js";
import { prepareImage, type PreparedImage } from "../images/prepare-image.js";
import { prepareVector, type VectorImage } from "../images/vector-image.js";
import { encodePixels } from "../images/encode-pixels.js";
import { type Box, centerOf, EMPTY_FRAGMENT, type Fragment, rotatedBounds, unite } from "../paint/fragment.js";
import { innerBox, isClippedToShape, paintAroundImage, paintImage, paintImageMask } from "../paint/paint-image.js";
import { type Meter, UNLIMITED } from "../shared/work.js";
import {
  type Drawn,
  type Item,
  itemKey,
  type ItemTools,
  type ItemResources,
  type Traced,
  type Written,
} from "../items/item.js";
import { contentKey, layerKey } from "../shared/layer-key.js";

/** Returns whether an image must be fetched. If so, the same URL can show another image later. */
export function isRemote(url: string): boolean {
  return url !== "" && !isDataUri(url);
}

/** Microseconds for encoding a pixel as PNG and passing it to the rasterizer. */
const US_PER_ENCODED_PIXEL = 0.06;

/** The thinnest image in vectors, in document pixels. It is not visible. */
const THINNEST = 0.01;

const EMPTY_WRITTEN: Written = { warnings: [] };

/**
 * Creates the item of an image. A remote image has been loaded, or has failed. A data URI is decoded when it is drawn.
 */
export function imageItem(layer: ImageSpec, loaded: LoadedImage | undefined, tools: ItemTools): Item {
  const { grid, scale, resources } = tools;
  const around = paintAroundImage(layer, viewOf(grid));
  const painted = unite([around.bounds, drawnBounds(around.beneath, grid), snappedBox(layer, grid)]);
  const bounds = rotatedBounds(painted, layer.rotation, centerOf(layer));
  const rect = touchedPixels(grid, bounds);
  const spend = resources.work.of(layer);
  const prepare = (bytes: Uint8Array) =>
    prepareImage(bytes, layer, {
      scale,
      limits: resources.limits,
      spend,
      announce: (bytes) => {
        resources.work.announce(bytes);
      },
      pixelsFor: (place) => placeOf(layer, grid, place),
      decoded: resources.decoded,
    });
  const { fonts } = resources;
  const openBy = <Image>(prepared: Prepare<Image>) => openDrawable(layer, loaded, tools, prepared);
  const open = () => openBy(prepare);
  return {
    key: itemKey(
      `${layerKey(layer)}${loadedKey(loaded)}${fallbackKey(layer, resources)}${fontsKey(layer, loaded, fonts)}`,
      grid,
    ),
    rect,
    bounds,
    draw: async () =>
      rect === undefined ? { drawings: [], warnings: [] } : await drawImage(layer, { grid, spend }, await open()),
    write: async () =>
      rect === undefined ? EMPTY_WRITTEN : await writeImage(layer, { grid, spend: UNLIMITED }, await open()),
    trace: async (density) => {
      const { limits, decoded, work } = resources;
      const announce = (bytes: number) => {
        work.announce(bytes);
      };
      const inner = innerBox(layer);
      // A border can leave no room, and an image of no size has no scale.
      const box = { ...inner, width: Math.max(inner.width, THINNEST), height: Math.max(inner.height, THINNEST) };
      const preparation = { box, density, limits, spend, announce, decoded };
      return traceImage(layer, grid, await openBy((bytes) => prepareVector(bytes, layer, preparation)));
    },
  };
}

/** Opens an image. The texts of an SVG become outlines before it is prepared. */
async function openDrawable<Image>(
  layer: ImageSpec,
  loaded: LoadedImage | undefined,
  { resources }: ItemTools,
  prepared: Prepare<Image>,
): Promise<OpenedImage<Image>> {
  const { fonts } = resources;
  const spend = resources.work.of(layer);
  const found = loaded ?? (await loadImages([layer.image_url], resources)).get(layer.image_url);
  const warnings: RenderWarning[] = [];
  const prepareFile = async (bytes: Uint8Array) => {
    const file = await drawableFile(bytes, fonts, { language: layer.language, spend });
    warnings.push(...svgWarnings(layer, file.findings, fonts.edition));
    return await prepared(file.bytes);
  };
  const opened = await openImage(layer, found, prepareFile, resources);
  return { ...opened, warnings: [...opened.warnings, ...warnings] };
}

/** Returns the part of an item's key that a loaded image adds. */
export function loadedKey(remote: LoadedImage | undefined): string {
  if (remote === undefined) return "";
  // A failure is part of the picture: every render with it has its warning.
  return "failure" in remote ? ` ${remote.failure} ${remote.retryable}` : ` ${contentKey(remote.bytes)}`;
}

/**
 * Returns the owner for the key of an uploaded fallback image, which is only loaded when it is needed. For another
 * owner, the same upload path means a different upload.
 */
function fallbackKey({ fallback_image_url }: ImageSpec, { owner = "" }: ItemResources): string {
  return uploadIdOf(fallback_image_url) === undefined ? "" : ` ${owner}`;
}

/** Returns the part of an item's key for the fonts of texts, which an SVG can have. */
function fontsKey(
  { image_url, fallback_image_url }: ImageSpec,
  loaded: LoadedImage | undefined,
  { identity }: FontLibrary,
): string {
  if (identity === "") return "";
  const isSvg =
    loaded === undefined || "failure" in loaded ? /^data:image\/svg/i.test(image_url) : isSvgFile(loaded.bytes);
  return isSvg || fallback_image_url !== "" ? ` ${contentKey(identity)}` : "";
}

function isSvgFile(bytes: Uint8Array): boolean {
  const sniffed = sniffImage(bytes);
  return "type" in sniffed && sniffed.type === "image/svg+xml";
}

/** Returns the whole pixels of a place inside a layer's border, so that no edge of an image is blurred. */
function placeOf(layer: ImageSpec, grid: DeviceGrid, { left, top, width, height }: DeviceRect): DeviceRect {
  const { x, y } = innerBox(layer);
  return nearestPixels(grid, { x: x + left, y: y + top, width, height });
}

/**
 * Returns a larger box for an image whose box is thinner than a pixel: such an image covers a whole pixel, which can be
 * beside its box. Other images stay in their box.
 */
function snappedBox(layer: ImageSpec, grid: DeviceGrid): Box {
  const inner = innerBox(layer);
  const isThin = Math.min(inner.width * grid.scaleX, inner.height * grid.scaleY) < 2;
  if (layer.image_url === "" || !isThin) return EMPTY_FRAGMENT.bounds;
  const { left, top, width, height } = nearestPixels(grid, inner);
  return boxOfPixels(grid, { left: left - 1, top: top - 1, width: width + 2, height: height + 2 });
}

/** The pixels to draw on, and the meter of the layer. */
interface Drawing {
  readonly grid: DeviceGrid;
  readonly spend: Meter;
}

async function drawImage(layer: ImageSpec, drawing: Drawing, image: OpenedImage): Promise<Drawn> {
  const { grid } = drawing;
  const { image: picture, warnings } = image;
  const direct = picture === undefined ? undefined : directPlace(layer, grid, picture);
  if (picture === undefined || direct === undefined) {
    return { drawings: await raster(await fragmentOf(layer, drawing, image), drawing), warnings };
  }
  const { beneath, above } = paintAroundImage(layer, viewOf(grid));
  const middle = await pictureTile(layer, drawing, {
    ...direct,
    pixels: pixelsOf(picture.pixels),
    isOpaque: picture.isOpaque,
  });
  const drawings = [...(await raster(beneath, drawing)), ...middle, ...(await raster(above, drawing))];
  return { drawings, warnings };
}

/**
 * Returns the place where the pixels of the image can be copied directly, or undefined if the layer must be drawn as a
 * whole. With rounded corners, copying gives the same pixels only if neither the image nor the edge of the document
 * cuts the shape.
 */
function directPlace(layer: ImageSpec, grid: DeviceGrid, picture: PreparedImage): DeviceRect | undefined {
  if (layer.rotation % 360 !== 0) return undefined;
  const { beneath, above, bounds } = paintAroundImage(layer, viewOf(grid));
  if (layer.opacity < 1 && (beneath.svg !== "" || above.svg !== "")) return undefined;
  // If the picture's edge cuts a rounded border, drawing the layer as a whole rounds it differently than drawing its
  // parts.
  if (hasRoundedCorner(layer) && hangsOver(bounds, grid)) return undefined;
  if (isClippedToShape(layer) && !isFilled(layer)) return undefined;
  const place = placeOf(layer, grid, picture.rectangle);
  return place.width === picture.width && place.height === picture.height ? place : undefined;
}

/** Returns whether an image always fills its box. */
function isFilled({ fit }: ImageSpec): boolean {
  return fit === "cover" || fit === "fill";
}

async function pictureTile(layer: ImageSpec, { grid, spend }: Drawing, picture: Tile): Promise<Tile[]> {
  const tile = cropTo(picture, wholeGrid(grid));
  if (tile === undefined) return [];
  if (isClippedToShape(layer)) {
    const mask = await rasterizeClip(paintImageMask(layer), picture, grid, spend);
    if (mask === undefined) return [];
    maskWith(tile, mask);
  }
  const isOpaque = picture.isOpaque === true && !isClippedToShape(layer);
  return [{ ...tile, isOpaque, opacity: layer.opacity }];
}

async function raster(fragment: Fragment, { grid, spend }: Drawing): Promise<Tile[]> {
  const tile = await rasterize(fragment, grid, spend);
  return tile === undefined ? [] : [tile];
}

async function writeImage(layer: ImageSpec, drawing: Drawing, image: OpenedImage): Promise<Written> {
  return { piece: await fragmentOf(layer, drawing, image), warnings: image.warnings };
}

/** Returns an image for a format with vectors, with its box beneath and above it. */
function traceImage(layer: ImageSpec, grid: DeviceGrid, { image, warnings }: OpenedImage<VectorImage>): Traced {
  if (image === undefined) return { piece: paintImage(layer, undefined, viewOf(grid)), warnings };
  const { beneath, above } = paintAroundImage(layer, viewOf(grid));
  const clip = isClippedToShape(layer) ? paintImageMask(layer) : undefined;
  const rotation = layer.rotation % 360 === 0 ? undefined : { degrees: layer.rotation, ...centerOf(layer) };
  const pieces = [beneath, { pieces: [image], clip }, above];
  return { piece: { pieces, opacity: layer.opacity, rotation }, warnings };
}

async function fragmentOf(
  layer: ImageSpec,
  { grid, spend }: Drawing,
  { image: picture }: OpenedImage,
): Promise<Fragment> {
  if (picture === undefined) return paintImage(layer, undefined, viewOf(grid));
  const pixels = placeOf(layer, grid, picture.rectangle);
  const isPixelExact = layer.rotation % 360 === 0 && pixels.width === picture.width && pixels.height === picture.height;
  spend(picture.width * picture.height * US_PER_ENCODED_PIXEL);
  const png = await encodePixels(picture);
  const href = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  return paintImage(layer, { href, place: boxOfPixels(grid, pixels), isPixelExact }, viewOf(grid));
}
