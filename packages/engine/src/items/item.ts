import type { RenderContext } from "./context.js";
import type { DeviceGrid, DeviceRect } from "../frame/device-grid.js";
import type { DeviceShadow } from "../frame/device-shadow.js";
import type { Room } from "../frame/room.js";
import type { Drawing } from "../frame/tile.js";
import type { GlyphMask } from "../glyphs/glyph-mask.js";
import type { Part } from "../text/part.js";
import type { DecodedImages } from "../images/decoded-images.js";
import type { LoadedImage } from "../images/loaded-image.js";
import type { Box, Fragment } from "../paint/fragment.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import type { VectorPiece } from "./vector-piece.js";
import type { RenderWarning } from "../shared/warnings.js";
import type { ByteCache } from "../shared/byte-cache.js";
import type { Work } from "../shared/work.js";

/** The drawings of an item in paint order, and the warnings of drawing it. */
export interface Drawn {
  readonly drawings: readonly Drawing[];
  readonly warnings: readonly RenderWarning[];
}

/** The drawing of an item for the reference path: SVG, or pieces that are blended as an isolated group. */
export type Piece = Fragment | PieceGroup;

/**
 * An isolated group: its pieces are blended on a transparent buffer, clipped and masked there, and given shadows. Then
 * the buffer is blended with an opacity.
 */
export interface PieceGroup {
  readonly pieces: readonly Piece[];
  /** The areas to clip to, as filled shapes. */
  readonly clips: readonly Fragment[];
  /** A drawing whose alpha the group is multiplied by. @default none */
  readonly mask?: PieceGroup | undefined;
  /** The shadows of the clipped group, from the top to the bottom. @default none */
  readonly shadows?: readonly DeviceShadow[] | undefined;
  /** The grid of the pieces. @default that of the picture */
  readonly room?: Room | undefined;
  readonly opacity: number;
}

/** The result of an item for the reference path. */
export interface Written {
  /** @default the item draws nothing */
  readonly piece?: Piece | undefined;
  readonly warnings: readonly RenderWarning[];
}

/** One thing to paint: a layer with everything decided except for its pixels. */
export interface Item {
  /** Equal keys mean equal pixels in equal places. */
  readonly key: string;
  /** The pixels of the picture that the item can touch, or undefined if it touches none. */
  readonly rect: DeviceRect | undefined;
  /** The area that the item paints, in document pixels, including parts outside of the picture. */
  readonly bounds: Box;
  readonly draw: () => Promise<Drawn>;
  readonly write: () => Promise<Written>;
  /**
   * Returns the drawing for a format that contains texts, images and drawings as such. `density` is the number of pixels
   * for each document pixel that are useful for images. @default the result of `write`
   */
  readonly trace?: (density: number) => Promise<Traced>;
}

/** The result of an item for a format with vectors. */
export interface Traced {
  /** @default the item draws nothing */
  readonly piece?: VectorPiece | undefined;
  readonly warnings: readonly RenderWarning[];
}

/** Returns the drawing of an item for a format with vectors. */
export async function traceItem({ trace, write }: Item, density: number): Promise<Traced> {
  return await (trace === undefined ? write() : trace(density));
}

/** A layer that is painted as SVG. */
export interface Painted {
  readonly fragment: Fragment;
  /** The same drawing in parts, if its letters can be drawn with masks. */
  readonly parts?: readonly Part[] | undefined;
  readonly warnings: readonly RenderWarning[];
}

/**
 * A context with the caches that all renders of a process share. A render with uploads has its own fonts and loader.
 */
export interface ItemResources extends RenderContext {
  /** The owner of the uploads. */
  readonly owner?: string;
  readonly painted: ByteCache<Painted>;
  readonly drawn: ByteCache<Drawn>;
  /** The masks of letters. */
  readonly masks: ByteCache<GlyphMask>;
  /** The work of this render. */
  readonly work: Work;
  /** The images that this render has decoded. */
  readonly decoded?: DecodedImages;
}

/** Everything an item needs. */
export interface ItemTools {
  readonly resources: ItemResources;
  readonly grid: DeviceGrid;
  readonly scale: number;
}

/** Everything the item of a layer needs. */
export interface LayerItemTools extends ItemTools {
  /** The remote images of the render, and a failure for each image beyond the limits, by URL. */
  readonly images: ReadonlyMap<string, LoadedImage>;
  /** Creates the items of the layers inside a layer. @param grid the grid of the items. @default that of the picture */
  readonly itemsOf: (layers: readonly ResolvedLayer[], grid?: DeviceGrid) => Promise<Item[]>;
}

/** Returns the key of an item. It contains the grid, because the pixels of one grid do not fit another. */
export function itemKey(content: string, { width, height, scaleX, scaleY }: DeviceGrid): string {
  return `${width}x${height} ${scaleX} ${scaleY} ${content}`;
}
