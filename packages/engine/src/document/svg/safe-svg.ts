import type { SafeElement } from "./safe-element.js";
import type { SvgCost } from "./drawing-cost.js";

export interface SafeSvg {
  readonly viewBox: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly children: readonly SafeElement[];
  /** Presentation attributes of the root, which its children inherit. Those of a file also include its size. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The cost of drawing it. */
  readonly cost: SvgCost;
  /** The names of the elements that are left out although they can be seen, without duplicates. */
  readonly omitted: readonly string[];
  /** The reason why a layer's drawing has no texts although its source has some. */
  readonly textIssue?: string | undefined;
}
