/** The vocabulary of the estimate: what a layer costs, and what a layer type must know to say so. */
import type { PictureHtml } from "./picture-html.js";
import type { PictureImages } from "./picture-images.js";

/** The work of drawing something once, and the memory while it is drawn. */
export interface Cost {
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** The most memory at one time, in bytes. */
  readonly memoryBytes: number;
  /** What costs the most, for messages: "a blurred shadow". */
  readonly reason: string;
  /** Pixels of images to decode. The estimate adds their cost, because all images of a picture have a limit together. */
  readonly decodedPixels?: number;
}

/** The fonts that parts of a picture need. The next part adds its own, and only those cost something. */
export interface NeededFonts {
  /** What needs font files of its own: see `countLetters`. */
  readonly characters: Set<number>;
  readonly families: Set<string>;
}

/** The picture that layers are drawn on. */
export interface Picture {
  /** In document pixels. */
  readonly width: number;
  /** The greatest height, if it hugs the content. */
  readonly height: number;
  readonly hugs: boolean;
  /** Pixels of the picture per document pixel. */
  readonly scale: number;
  /** Pixels of the picture. */
  readonly pixels: number;
  /** The most pixels that a picture can have, and that an image has after it is resized for its layer. */
  readonly maxPixels: number;
  /** The fonts that the texts before need. */
  readonly fonts: NeededFonts;
  /** The fonts that the HTML before needs. Its layout engine reads them itself. */
  readonly htmlFonts: NeededFonts;
  readonly images: PictureImages;
  readonly html: PictureHtml;
  /** The font families of the document's own, which are uploads. */
  readonly uploadedFamilies: ReadonlySet<string>;
}

/** A layer's box as far as it is known without the fonts: its longest possible sides, and its place if that is known. */
export interface PlacedBox {
  readonly picture: Picture;
  /** In document pixels. */
  readonly width: number;
  readonly height: number;
  /** The top left corner in the document. Undefined in a row or column, and in a turned group. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  /** Whether the layer, or a group around it, is turned. */
  readonly isTurned: boolean;
  /** How often the layer's content is measured before it is drawn. */
  readonly layouts: number;
}

/** What one layer of a type costs in its box, without the layers inside. */
export type LayerCost<Layer> = (layer: Layer, box: PlacedBox) => Cost;

/** Something that costs nothing. */
export const FREE: Cost = { cpuMs: 0, memoryBytes: 0, reason: "" };

/** Costs one after the other: the times add up, and the memory is that of the largest. */
export function addCosts(costs: readonly Cost[]): Cost {
  const largest = costs.reduce((most, cost) => (cost.cpuMs > most.cpuMs ? cost : most), FREE);
  return {
    cpuMs: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: costs.reduce((most, { memoryBytes }) => Math.max(most, memoryBytes), 0),
    reason: largest.reason,
    decodedPixels: costs.reduce((sum, { decodedPixels = 0 }) => sum + decodedPixels, 0),
  };
}

/** A cost of nanoseconds for each of a number of things. */
export function costOf(reason: string, count: number, nanoseconds: number, bytesEach = 0): Cost {
  return { cpuMs: (count * nanoseconds) / 1e6, memoryBytes: count * bytesEach, reason };
}
