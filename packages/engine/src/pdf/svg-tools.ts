import type { Meter } from "../shared/work.js";
import type { Sheet } from "./sheet.js";
import type { SvgTree } from "./svg-tree.js";

/** The tools for painting the elements of one drawing. */
export interface SvgTools {
  readonly sheet: Sheet;
  readonly tree: SvgTree;
  readonly spend: Meter;
  /** The number of drawings around this one. */
  readonly depth: number;
}
