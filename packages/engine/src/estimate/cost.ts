/** The types of the estimate: the cost of a layer, and the facts that a layer type needs to compute it. */
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import type { ImageWork } from "./image-work.js";
import type { PictureHtml } from "./picture-html.js";
import type { PictureImages } from "./picture-images.js";

/** The work of drawing something once, and the memory that this needs. */
export interface Cost {
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** The peak memory, in bytes. */
  readonly memoryBytes: number;
  /** The costliest part, for messages, such as "a blurred shadow". */
  readonly reason: string;
  /** Images to decode. The estimate adds their cost, because all images of a picture share a limit. */
  readonly images?: readonly ImageWork[];
}

/** The fonts that the parts of a picture need. Each part adds its fonts, and only new fonts cost something. */
export interface NeededFonts {
  /** The characters and blocks that need font files of their own: see `countLetters`. */
  readonly characters: Set<number>;
  readonly families: Set<string>;
}

/** The picture that layers are drawn on. */
export interface Picture {
  /** In document pixels. */
  readonly width: number;
  /** The height, or the greatest height if the height hugs the content. */
  readonly height: number;
  readonly hugs: boolean;
  /** Whether the shadow of `shadow_color` follows the alpha of its layer. */
  readonly shadowsFollowAlpha: boolean;
  /** The types of its layers. */
  readonly layerTypes: LayerRegistry;
  /** Whether the texts of SVGs are drawn. */
  readonly drawsSvgTexts: boolean;
  /** Pixels of the picture per document pixel. */
  readonly scale: number;
  /** Pixels of the picture. */
  readonly pixels: number;
  /**
   * The pixels per document pixel of parts that become images, in a format with vectors. Such parts are finer than the
   * picture. @default everything is drawn at the scale of the picture
   */
  readonly printDensity?: number | undefined;
  /** The maximum number of pixels of a picture, and of an image after it is resized for its layer. */
  readonly maxPixels: number;
  /** The fonts that the previous texts need. */
  readonly fonts: NeededFonts;
  /** The fonts that the previous HTML needs. The layout engine of HTML reads them itself. */
  readonly htmlFonts: NeededFonts;
  readonly images: PictureImages;
  readonly html: PictureHtml;
  /** The document's own font families, which are uploads. */
  readonly uploadedFamilies: ReadonlySet<string>;
  /** The uploaded families with a variable font. HTML needs a font of its own for each weight. */
  readonly pinnedFamilies: ReadonlySet<string>;
}

/** A layer's box as far as it is known without the fonts: its longest possible sides, and its place if that is known. */
export interface PlacedBox {
  readonly picture: Picture;
  /** In document pixels. */
  readonly width: number;
  readonly height: number;
  /** The top left corner in the document. Undefined in a row or column, and in a rotated group. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  /** Whether the layer, or a group around it, is rotated. */
  readonly isRotated: boolean;
  /** The number of times that the layer's content is measured before it is drawn. */
  readonly layouts: number;
  /** The number of layouts that find the baseline of a text. @default 0 */
  readonly baselines?: number | undefined;
}

/** Returns the cost of one layer of a type in its box, without the layers inside. */
export type LayerCost<Layer> = (layer: Layer, box: PlacedBox) => Cost;

/** No cost. */
export const FREE: Cost = { cpuMs: 0, memoryBytes: 0, reason: "" };

/** Adds costs that occur one after the other: the times add up, and the memory is that of the largest. */
export function addCosts(costs: readonly Cost[]): Cost {
  const largest = costs.reduce((most, cost) => (cost.cpuMs > most.cpuMs ? cost : most), FREE);
  return {
    cpuMs: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: costs.reduce((most, { memoryBytes }) => Math.max(most, memoryBytes), 0),
    reason: largest.reason,
    images: costs.flatMap(({ images = [] }) => images),
  };
}

/** Returns the cost of `count` equal parts from the nanoseconds and bytes of one part. */
export function costOf(reason: string, count: number, nanoseconds: number, bytesEach = 0): Cost {
  return { cpuMs: (count * nanoseconds) / 1e6, memoryBytes: count * bytesEach, reason };
}
