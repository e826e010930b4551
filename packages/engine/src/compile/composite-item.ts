import { type DeviceShadow, deviceShadow, rotatedOffset } from "../frame/device-shadow.js";
import { blendOver, maskWith } from "../frame/blend.js";
import { castOuterShadows, castShadows } from "../frame/cast-shadows.js";
import { areaOf, type DeviceGrid, touchedPixels } from "../frame/device-grid.js";
import { rasterize } from "../frame/rasterize.js";
import { emptyTile, type Tile } from "../frame/tile.js";
import { PLAIN_IMAGE } from "../images/plain-image.js";
import {
  type Drawn,
  type Item,
  itemKey,
  type LayerItemTools,
  type Piece,
  type PieceGroup,
  type Written,
} from "../items/item.js";
import { type Composite, isCutToBox } from "../layout/composite.js";
import {
  type Box,
  centerOf,
  type Fragment,
  inflate,
  intersection,
  rotatedBounds,
  shift,
  unite,
} from "../paint/fragment.js";
import { maskOutline } from "../paint/mask-outline.js";
import { type Outline, roundedRectangle } from "../paint/outline.js";
import { boxOf } from "../paint/paint-box.js";
import { rotate } from "../paint/rotate.js";
import { SHADOW_MARGIN_PX, shadowReach } from "../paint/shadow-reach.js";
import { contentKey } from "../shared/layer-key.js";
import type { Meter } from "../shared/work.js";
import type { Room } from "../frame/room.js";
import { roomFor } from "./composite-room.js";
import { imageItem } from "./image-item.js";
import { moveLayer } from "./move-layer.js";
import { drawItem } from "./paint-frame.js";
import { type CompositeDrawing, traceComposite } from "./trace-composite.js";

const DRAWING: CompositeDrawing = { itemOf: compositeItem, shadowsOf: drawShadows, shapesOf };

/** Microseconds for clearing, masking and blending a pixel of a composite. */
const US_PER_PIXEL = 0.015;

/** The parts of a composite, in the coordinates of its room. */
interface Parts {
  readonly layer: Composite;
  readonly room: Room;
  readonly children: readonly Item[];
  /** The image whose alpha cuts the content. */
  readonly maskItem: Item | undefined;
  /** The shapes that cut the content. */
  readonly shapes: readonly Fragment[];
}

/**
 * Creates the item of a composite: its layers are blended on a transparent tile and cut there, and shadows are added.
 * Then the tile is blended with the opacity of the composite.
 */
export async function compositeItem(source: Composite, tools: LayerItemTools): Promise<Item> {
  const { grid } = tools;
  const parts = await partsOf(source, tools);
  const { layer, children, room, maskItem, shapes } = parts;
  const content = contentBounds(parts);
  const bounds = shift(
    unite([content, ...shadowAreas(layer, content, grid)]),
    -room.left / grid.scaleX,
    -room.top / grid.scaleY,
  );
  const rect = content.width > 0 ? touchedPixels(grid, bounds) : undefined;
  const looks = [...shapes.map(({ svg }) => svg), maskItem?.key ?? "", JSON.stringify(layer.shadows ?? [])];
  const place = [room.left, room.top, layer.shadows === undefined ? "" : layer.rotation];
  const key = [layer.opacity, ...place, ...looks, ...children.map((child) => child.key)].join("|");
  const spend = meterOf(source, tools);
  return {
    key: itemKey(contentKey(`composite ${key}`), grid),
    rect,
    bounds,
    draw: async () => {
      const { tile, warnings } = await drawContent(parts, content, tools, spend);
      if (rect === undefined || tile === undefined) return { drawings: [], warnings };
      const shadows = deviceShadows(layer, grid);
      const drawn =
        shadows.length === 0 ? inPicture(tile, room) : castShadows(inPicture(tile, room), shadows, rect, spend);
      return { drawings: [{ ...drawn, opacity: layer.opacity }], warnings };
    },
    write: async () => await writeComposite(parts, rect !== undefined, grid),
    trace: async (density) => await traceComposite(source, density, tools, DRAWING),
  };
}

/** Draws the shadows beneath a composite, without their content. Returns undefined if they touch no pixel. */
export async function drawShadows(source: Composite, tools: LayerItemTools): Promise<Tile | undefined> {
  const { grid } = tools;
  const parts = await partsOf(source, tools);
  const { layer, room } = parts;
  const content = contentBounds(parts);
  const place = { x: -room.left / grid.scaleX, y: -room.top / grid.scaleY };
  const rect = touchedPixels(grid, shift(unite(shadowAreas(layer, content, grid)), place.x, place.y));
  const spend = meterOf(source, tools);
  const { tile } = await drawContent(parts, content, tools, spend);
  if (rect === undefined || tile === undefined) return undefined;
  return castOuterShadows(inPicture(tile, room), deviceShadows(layer, grid), rect, spend);
}

/** Returns the meter of the author's layer, which error messages name. */
function meterOf({ id, layerId = id, name }: Composite, { resources }: LayerItemTools): Meter {
  return resources.work.of({ id: layerId, name });
}

/** Moves a tile of a room to its place in the picture. */
function inPicture(tile: Tile, { left, top }: Room): Tile {
  return { ...tile, left: tile.left - left, top: tile.top - top };
}

function deviceShadows({ shadows = [], rotation }: Composite, grid: DeviceGrid): DeviceShadow[] {
  return shadows.map((shadow) => deviceShadow(shadow, rotation, grid));
}

async function partsOf(source: Composite, tools: LayerItemTools): Promise<Parts> {
  const room = roomFor(source, tools.grid);
  const { scaleX, scaleY } = tools.grid;
  const isSame = room.grid === tools.grid;
  const layer = isSame ? source : moveLayer(source, room.left / scaleX, room.top / scaleY);
  return {
    layer,
    room,
    children: await tools.itemsOf(layer.children, room.grid),
    maskItem: maskItemOf(layer, { ...tools, grid: room.grid }),
    shapes: shapesOf(layer),
  };
}

function maskItemOf(layer: Composite, tools: LayerItemTools): Item | undefined {
  const { id, name, mask_image_url: url = "", mask_fit: fit = "contain", rotation } = layer;
  if (url === "") return undefined;
  // Without its mask, a layer is shown as a whole.
  const image = { ...PLAIN_IMAGE, id, name, ...boxOf(layer), rotation, image_url: url, fit, fallback_color: "#fff" };
  return imageItem(image, tools.images.get(url), tools);
}

/** Returns the shapes that a composite is cut to, as filled shapes. */
export function shapesOf(layer: Composite): Fragment[] {
  const outlines: Outline[] = [
    ...(layer.clip === undefined ? [] : [roundedRectangle(layer.clip)]),
    ...(layer.mask === undefined ? [] : [maskOutline(layer.mask)]),
  ];
  return outlines.map((outline) => {
    const shape = `<path d="${outline.path(layer)}" fill="#fff"/>`;
    return rotate(shape, boxOf(layer), { ...boxOf(layer), rotation: layer.rotation, opacity: 1 });
  });
}

function contentBounds({ layer, children }: Parts): Box {
  const filled = unite(children.map(({ bounds }) => bounds));
  if (filled.width === 0 || !isCutToBox(layer)) return filled;
  const box = rotatedBounds(boxOf(layer), layer.rotation, centerOf(layer));
  return layer.mask === undefined && layer.shadows === undefined ? box : intersection(box, filled);
}

/** Returns the areas of the shadows beneath a composite. */
function shadowAreas({ shadows = [], rotation }: Composite, content: Box, { scaleX, scaleY }: DeviceGrid): Box[] {
  const margin = SHADOW_MARGIN_PX / Math.min(scaleX, scaleY);
  return shadows
    .filter(({ inset }) => !inset)
    .map((shadow) => {
      const { x, y } = rotatedOffset(shadow, rotation);
      return inflate(shift(content, x, y), shadowReach(shadow) + margin);
    });
}

/** Draws the content of a composite without its shadows. */
async function drawContent(
  { room, children, maskItem, shapes }: Parts,
  content: Box,
  { resources }: LayerItemTools,
  spend: Meter,
) {
  const rect = touchedPixels(room.grid, content);
  if (rect !== undefined) spend(areaOf(rect) * US_PER_PIXEL);
  const tile = rect && emptyTile(rect);
  const warnings = [];
  for (const child of children) {
    const drawn = await drawItem(child, resources);
    warnings.push(...drawn.warnings);
    blendAll(tile, drawn);
  }
  for (const shape of tile === undefined ? [] : shapes) {
    const mask = await rasterize(shape, room.grid, spend);
    if (mask === undefined) tile?.pixels.fill(0);
    else if (tile !== undefined) maskWith(tile, mask);
  }
  if (maskItem !== undefined) {
    const drawn = await drawItem(maskItem, resources);
    warnings.push(...drawn.warnings);
    if (tile !== undefined) maskWith(tile, blendAll(emptyTile(tile), drawn));
  }
  return { tile, warnings };
}

/** Blends drawings over a tile, and returns the tile. */
function blendAll<Target extends Tile | undefined>(tile: Target, { drawings }: Drawn): Target {
  if (tile !== undefined) for (const source of drawings) blendOver(tile, source, tile);
  return tile;
}

/** Writes a composite for the reference path. */
async function writeComposite(parts: Parts, isSeen: boolean, grid: DeviceGrid): Promise<Written> {
  const { layer, room, children, maskItem, shapes } = parts;
  const written: Written[] = [];
  // One after the other, because decoded images are large.
  for (const child of children) written.push(await child.write());
  const mask = await maskItem?.write();
  const piece: PieceGroup = {
    pieces: piecesOf(written),
    clips: shapes,
    mask: mask && { pieces: piecesOf([mask]), clips: [], opacity: 1 },
    shadows: deviceShadows(layer, grid),
    room,
    opacity: layer.opacity,
  };
  const all = mask === undefined ? written : [...written, mask];
  return { piece: isSeen ? piece : undefined, warnings: all.flatMap(({ warnings }) => warnings) };
}

function piecesOf(written: readonly Written[]): Piece[] {
  return written.flatMap(({ piece }) => (piece === undefined ? [] : [piece]));
}
