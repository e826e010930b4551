import { uploadIdOf } from "../../contract/template/image-url.js";
import { type ImageLayer } from "../../contract/template/layers.js";
import { isDataUri } from "../images/data-uri.js";
import { type LoadedImage, loadImages } from "../images/load-images.js";
import { openImage, type OpenedImage } from "../images/open-image.js";
import { prepareImage, type PreparedImage } from "../images/prepare-image.js";
import {
  boxOfPixels,
  type DeviceGrid,
  type DeviceRect,
  nearestPixels,
  touchedPixels,
  viewOf,
} from "../frame/device-grid.js";
import { cropTo, maskWith } from "../frame/blend.js";
import { hangsOver, rasterize } from "../frame/rasterize.js";
import { pixelsOf, type Tile } from "../frame/tile.js";
import { encodePixels } from "../output/encode.js";
import { centreOf, type Fragment, turnedBounds } from "../paint/fragment.js";
import { innerBox, isCutToShape, paintAroundImage, paintImage, paintImageMask } from "../paint/paint-image.js";
import { withOpacity } from "../paint/turn.js";
import { type Drawn, type Item, itemKey, type ItemTools, type RenderResources, type Written } from "./item.js";
import { contentKey, layerKey } from "./layer-key.js";

/** Whether an image comes from elsewhere, so that the same layer may show another picture tomorrow. */
export function isRemote({ image_url }: ImageLayer): boolean {
  return image_url !== "" && !isDataUri(image_url);
}

const NOT_WRITTEN: Written = { svg: "", warnings: [] };

/** The item of an image layer. A remote image has been loaded, or refused; one that its URL carries is decoded when it is drawn. */
export function imageItem(layer: ImageLayer, loaded: LoadedImage | undefined, tools: ItemTools): Item {
  const { grid, scale, resources } = tools;
  const bounds = turnedBounds(paintAroundImage(layer, viewOf(grid)).bounds, layer.rotation, centreOf(layer));
  const rect = touchedPixels(grid, bounds);
  const prepare = (bytes: Uint8Array) =>
    prepareImage(bytes, layer, scale, resources.limits, (place) => placeOf(layer, grid, place));
  const open = async () => {
    const found = loaded ?? (await loadImages([layer], resources)).get(layer.image_url);
    return await openImage(layer, found, prepare, resources);
  };
  return {
    key: itemKey(`${layerKey(layer)}${remoteKey(loaded)}${fallbackKey(layer, resources)}`, grid),
    rect,
    bounds,
    draw: async () => (rect === undefined ? { tiles: [], warnings: [] } : await drawImage(layer, grid, await open())),
    write: async () => (rect === undefined ? NOT_WRITTEN : await writeImage(layer, grid, await open())),
  };
}

function remoteKey(remote: LoadedImage | undefined): string {
  if (remote === undefined) return "";
  // A fault is part of the picture: its warning comes with every render that meets it.
  return "failure" in remote ? ` ${remote.failure} ${remote.retryable}` : ` ${contentKey(remote.bytes)}`;
}

/** A fallback image is loaded only when it is needed; an upload of the same path is another one to another owner. */
function fallbackKey({ fallback_image_url }: ImageLayer, { owner = "" }: RenderResources): string {
  return uploadIdOf(fallback_image_url) === undefined ? "" : ` ${owner}`;
}

/** The pixels on which a place inside a layer's border lies. Whole ones, so that no edge of a picture is fuzzy. */
function placeOf(layer: ImageLayer, grid: DeviceGrid, { left, top, width, height }: DeviceRect): DeviceRect {
  const { x, y } = innerBox(layer);
  return nearestPixels(grid, { x: x + left, y: y + top, width, height });
}

async function drawImage(layer: ImageLayer, grid: DeviceGrid, image: OpenedImage): Promise<Drawn> {
  const { image: picture, warnings } = image;
  const direct = picture === undefined ? undefined : directPlace(layer, grid, picture);
  if (picture === undefined || direct === undefined) {
    return { tiles: await raster(await fragmentOf(layer, grid, image), grid), warnings };
  }
  const { beneath, above } = paintAroundImage(layer, viewOf(grid));
  const middle = await pictureTile(layer, grid, { ...direct, pixels: pixelsOf(picture.pixels) });
  const tiles = [...(await raster(beneath, grid)), ...middle, ...(await raster(above, grid))];
  return { tiles, warnings };
}

/**
 * Where the picture's own pixels can be laid down as they are; undefined if the layer must be drawn as a whole. A cut
 * outline is followed in the same steps only while neither the picture nor the document's edge cuts it once more.
 */
function directPlace(layer: ImageLayer, grid: DeviceGrid, picture: PreparedImage): DeviceRect | undefined {
  if (layer.rotation % 360 !== 0) return undefined;
  const { beneath, above, bounds } = paintAroundImage(layer, viewOf(grid));
  if (layer.opacity < 1 && (beneath.svg !== "" || above.svg !== "")) return undefined;
  if (isCutToShape(layer) && (hangsOver(bounds, grid) || !isFilled(layer))) return undefined;
  const place = placeOf(layer, grid, picture.rectangle);
  return place.width === picture.width && place.height === picture.height ? place : undefined;
}

/** Whether a picture is as large as its box, whatever its own size. */
function isFilled({ fit }: ImageLayer): boolean {
  return fit === "cover" || fit === "fill";
}

async function pictureTile(layer: ImageLayer, grid: DeviceGrid, picture: Tile): Promise<Tile[]> {
  const tile = cropTo(picture, { left: 0, top: 0, width: grid.width, height: grid.height });
  if (tile === undefined) return [];
  if (isCutToShape(layer)) {
    const [mask] = await raster(paintImageMask(layer), grid);
    if (mask === undefined) return [];
    maskWith(tile, mask);
  }
  return [{ ...tile, opacity: layer.opacity }];
}

async function raster(fragment: Fragment, grid: DeviceGrid): Promise<Tile[]> {
  const tile = await rasterize(fragment, grid);
  return tile === undefined ? [] : [tile];
}

async function writeImage(layer: ImageLayer, grid: DeviceGrid, image: OpenedImage): Promise<Written> {
  return { svg: withOpacity(await fragmentOf(layer, grid, image)), warnings: image.warnings };
}

async function fragmentOf(layer: ImageLayer, grid: DeviceGrid, { image: picture }: OpenedImage): Promise<Fragment> {
  if (picture === undefined) return paintImage(layer, undefined, viewOf(grid));
  const pixels = placeOf(layer, grid, picture.rectangle);
  const isPixelExact = layer.rotation % 360 === 0 && pixels.width === picture.width && pixels.height === picture.height;
  const png = await encodePixels(picture);
  const href = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  return paintImage(layer, { href, place: boxOfPixels(grid, pixels), isPixelExact }, viewOf(grid));
}
