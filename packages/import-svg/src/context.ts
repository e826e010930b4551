import type { ImageFiles } from "./image-files.js";
import type { Matrix } from "./matrix.js";
import type { Source } from "./source.js";
import type { Style } from "./style.js";

/** The surroundings of an element. */
export interface Context {
  /** Maps the coordinates of the element to those of the document, or of the nearest group. */
  readonly matrix: Matrix;
  readonly style: Style;
  /** The size of the nearest viewport, which percentages refer to. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** The size of the document or of the nearest group. */
  readonly room: { readonly width: number; readonly height: number };
  /** The name of the nearest group if the element is the only one inside of it. */
  readonly label: string | undefined;
  /** The name of the nearest group. */
  readonly groupLabel: string | undefined;
  /** The number of groups around the element. */
  readonly depth: number;
  /** The IDs of the elements that are being used. */
  readonly uses: readonly string[];
}

/** Everything that the conversion of one SVG needs. */
export interface Conversion {
  readonly source: Source;
  readonly files: ImageFiles;
  readonly size: { readonly width: number; readonly height: number };
  /** Whether plain shapes become parts of drawings, because a template can have only 200 layers. */
  readonly mergesShapes: boolean;
}
