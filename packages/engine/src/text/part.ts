import type { Box } from "../paint/fragment.js";
import type { PlacedGlyph } from "./placed-glyph.js";

/** Letters of one color, filled as one path. They are all inside the document. */
export interface Letters {
  readonly glyphs: readonly PlacedGlyph[];
  /** A CSS color. */
  readonly color: string;
  /** The font size in document pixels. */
  readonly fontSize: number;
  readonly bounds: Box;
}

/** Something that is drawn as SVG, beneath or above letters. */
export interface SvgPart {
  readonly svg: string;
  readonly bounds: Box;
}

/** A part of a layer with text. The parts are painted on top of each other. */
export type Part = Letters | SvgPart;

/** Estimates the memory of parts in bytes. */
export function bytesOfParts(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + ("svg" in part ? part.svg.length * 2 : part.glyphs.length * 80), 0);
}
