import { drawItem } from "../compile/paint-frame.js";
import { encode } from "../encode/encode.js";
import type { EncoderSettings } from "../encode/encoder.js";
import { FORMATS, type PixelFormat } from "../formats/registry.js";
import { blendOver, isOpaque } from "../frame/blend.js";
import { around, type DeviceGrid, type DeviceRect, wholeGrid } from "../frame/device-grid.js";
import { bytesOf, emptyTile } from "../frame/tile.js";
import type { Item, ItemResources } from "../items/item.js";
import type { PicturePart, PictureParts } from "../document/picture-layout.js";
import type { SplitItems } from "./split-parts.js";

/** The format of parts with transparent pixels. It has no loss, and is encoded fast. */
const PART_FORMAT = "png";

/**
 * Draws and encodes the parts of a picture. The part below is as large as the picture and has its format. The others
 * are as large as their content, and are left out if they have none.
 */
export async function drawParts(
  { below, chosen, above }: SplitItems,
  grid: DeviceGrid,
  { format, settings }: { readonly format: PixelFormat; readonly settings: EncoderSettings },
  resources: ItemResources,
): Promise<PictureParts> {
  const facts = { pixelsPerInch: settings.pixelsPerInch };
  const draw = async (items: readonly Item[], area: DeviceRect | undefined) =>
    area && (await drawPart(items, area, PART_FORMAT, facts, resources));
  return {
    below: await drawPart(below, wholeGrid(grid), format, settings, resources),
    chosen: await draw(chosen, areaOfAll(chosen)),
    above: await draw(above, areaOfAll(above)),
  };
}

async function drawPart(
  items: readonly Item[],
  area: DeviceRect,
  format: PixelFormat,
  settings: EncoderSettings,
  resources: ItemResources,
): Promise<PicturePart> {
  const tile = emptyTile(area);
  for (const item of items) {
    const { drawings } = await drawItem(item, resources);
    for (const drawing of drawings) blendOver(tile, drawing, area);
  }
  const { left, top, width, height } = area;
  const bytes = await encode({ width, height, pixels: bytesOf(tile), isOpaque: isOpaque(tile) }, format, settings);
  return { bytes, contentType: FORMATS[format].contentType, x: left, y: top, width, height };
}

function areaOfAll(items: readonly Item[]): DeviceRect | undefined {
  const areas = items.flatMap(({ rect }) => (rect === undefined ? [] : [rect]));
  return areas.length === 0 ? undefined : areas.reduce(around);
}
