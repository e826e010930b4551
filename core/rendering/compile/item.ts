import { type DeviceGrid, type DeviceRect } from "../frame/device-grid.js";
import { type Tile } from "../frame/tile.js";
import { type LoadedImage } from "../images/load-images.js";
import { type RenderContext } from "../context.js";
import { type RenderWarning } from "../warnings.js";
import { type ByteCache } from "../byte-cache.js";
import { type Box, type Fragment } from "../paint/fragment.js";

/** The pixels of an item, in paint order, and what went wrong while they were made. */
export interface Drawn {
  readonly tiles: readonly Tile[];
  readonly warnings: readonly RenderWarning[];
}

/** An item as SVG, for a path that draws the whole picture at once. */
export interface Written {
  readonly svg: string;
  readonly warnings: readonly RenderWarning[];
}

/** One thing to paint: a layer with everything decided but its pixels. */
export interface Item {
  /** Equal keys mean equal pixels in equal places. */
  readonly key: string;
  /** The pixels that its ink may touch; undefined if it has none in the picture. */
  readonly rect: DeviceRect | undefined;
  /** All its ink in document pixels, also what lies off the picture. */
  readonly bounds: Box;
  readonly draw: () => Promise<Drawn>;
  readonly write: () => Promise<Written>;
}

/** A vector layer with its ink decided. */
export interface Painted {
  readonly fragment: Fragment;
  readonly warnings: readonly RenderWarning[];
}

/** A context with the memory that renders of one process share; a render of uploads has fonts and a loader of its own. */
export interface RenderResources extends RenderContext {
  /** Whose uploads are loaded. */
  readonly owner?: string;
  readonly painted: ByteCache<Painted>;
  readonly drawn: ByteCache<Drawn>;
}

/** What an item is made with. */
export interface ItemTools {
  readonly resources: RenderResources;
  readonly grid: DeviceGrid;
  readonly scale: number;
  /** Remote images that this render has fetched, by URL. */
  readonly loads: Map<string, LoadedImage>;
}

/** An item's key: pixels of one grid are of no use to another. */
export function itemKey(content: string, { width, height, scaleX, scaleY }: DeviceGrid): string {
  return `${width}x${height} ${scaleX} ${scaleY} ${content}`;
}
