import type { RenderContext } from "../context.js";
import type { DeviceGrid, DeviceRect } from "../frame/device-grid.js";
import type { Tile } from "../frame/tile.js";
import type { LoadedImage } from "../images/load-images.js";
import type { Box, Fragment } from "../paint/fragment.js";
import type { ResolvedLayer } from "../resolve/resolved-layer.js";
import type { RenderWarning } from "../warnings.js";
import type { ByteCache } from "../byte-cache.js";
import type { Work } from "../work.js";

/** The pixels of an item, in paint order, and the warnings of its drawing. */
export interface Drawn {
  readonly tiles: readonly Tile[];
  readonly warnings: readonly RenderWarning[];
}

/** An item as SVG, for the reference path, which draws the whole picture at once. */
export interface Written {
  readonly svg: string;
  /** Everything that the SVG draws before it is clipped. @default the bounds of the item */
  readonly ink?: Box;
  readonly warnings: readonly RenderWarning[];
}

/** One thing to paint: a layer with everything decided except for its pixels. */
export interface Item {
  /** Equal keys mean equal pixels in equal places. */
  readonly key: string;
  /** The pixels that the item can touch; undefined if it touches none of the picture. */
  readonly rect: DeviceRect | undefined;
  /** Everything the item paints, in document pixels, including what is outside the picture. */
  readonly bounds: Box;
  readonly draw: () => Promise<Drawn>;
  readonly write: () => Promise<Written>;
}

/** A layer as SVG. */
export interface Painted {
  readonly fragment: Fragment;
  readonly warnings: readonly RenderWarning[];
}

/** A context with the caches that all renders of a process share. A render with uploads has its own fonts and loader. */
export interface ItemResources extends RenderContext {
  /** The owner of the uploads. */
  readonly owner?: string;
  readonly painted: ByteCache<Painted>;
  readonly drawn: ByteCache<Drawn>;
  /** The work of this render. */
  readonly work: Work;
}

/** What an item needs. */
export interface ItemTools {
  readonly resources: ItemResources;
  readonly grid: DeviceGrid;
  readonly scale: number;
}

/** What the item of a layer needs. */
export interface LayerItemTools extends ItemTools {
  /** The remote images of the render, and a failure for each image beyond the limits, by URL. */
  readonly images: ReadonlyMap<string, LoadedImage>;
  /** The items of the layers inside a layer. */
  readonly itemsOf: (layers: readonly ResolvedLayer[]) => Promise<Item[]>;
}

/** The key of an item. It contains the grid, because the pixels of one grid do not fit another. */
export function itemKey(content: string, { width, height, scaleX, scaleY }: DeviceGrid): string {
  return `${width}x${height} ${scaleX} ${scaleY} ${content}`;
}
