import type { SvgCost } from "./svg-cost.js";

/** An element of a sanitized SVG. Its references point only to IDs of the same SVG, or are checked raster images. */
export interface SafeElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SafeElement[];
  /** The element is a piece of text, and has nothing else. */
  readonly text?: string;
}

export interface SafeSvg {
  readonly viewBox: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly children: readonly SafeElement[];
  /** Presentation attributes of the root, which its children inherit. Those of a file also have its size. */
  readonly attributes: ReadonlyMap<string, string>;
  /** What drawing it needs. */
  readonly cost: SvgCost;
}
