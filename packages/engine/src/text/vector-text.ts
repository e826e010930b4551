/** Letters as glyphs of their fonts, for formats that contain texts. */
import type { Fill } from "../paint/fill.js";
import type { GlyphSource, PlacedGlyphs, TextLayout } from "./text-layout.js";

/** Glyphs of one font, size and fill, in document coordinates. They are painted on top of each other. */
export interface GlyphRun {
  /** The font's path in the font library. */
  readonly font: string;
  readonly fontSize: number;
  /** The slant of a synthetic italic, or 0. */
  readonly slant: number;
  /** The width of the stroke that makes a synthetic bold, or 0. */
  readonly embolden: number;
  readonly fill: Fill;
  readonly clusters: readonly GlyphCluster[];
}

/** The glyphs of characters that cannot be divided: mostly one glyph for one character. */
export interface GlyphCluster {
  readonly text: string;
  readonly glyphs: readonly PlacedId[];
}

/** A glyph with the place of its origin. */
export interface PlacedId {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** The letters of a text. */
export interface VectorText {
  readonly runs: readonly GlyphRun[];
}

/** Returns the letters of a layout. `origin` is the top left corner of its box. */
export function vectorText(
  { fontSize, lines }: TextLayout,
  origin: { readonly x: number; readonly y: number },
  fillOf: (color: string | undefined) => Fill,
): VectorText {
  const runs = lines.flatMap((line) =>
    line.runs.flatMap(({ style, glyphs }): GlyphRun[] => {
      if (glyphs === undefined) return [];
      const { font, slant, embolden } = glyphs;
      const size = fontSize * style.scale;
      return [
        { font, fontSize: size, slant, embolden, fill: fillOf(style.color), clusters: clustersOf(glyphs, origin) },
      ];
    }),
  );
  return { runs };
}

/** Puts glyphs of the same characters together. The shaper returns them one after the other. */
function clustersOf({ ids, xs, ys, source }: PlacedGlyphs, origin: { x: number; y: number }): GlyphCluster[] {
  const ends = endsOf(source);
  const clusters: { text: string; glyphs: PlacedId[]; start: number }[] = [];
  ids.forEach((id, index) => {
    // The layout draws a box for a character without a glyph.
    if (id === 0) return;
    const glyph = { id, x: origin.x + (xs[index] ?? 0), y: origin.y + (ys[index] ?? 0) };
    const start = source.clusters[index] ?? 0;
    const last = clusters.at(-1);
    if (last?.start === start) last.glyphs.push(glyph);
    else clusters.push({ text: source.text.slice(start, ends.get(start)), glyphs: [glyph], start });
  });
  return clusters;
}

/** Returns the end of the characters of each cluster, by their start. */
function endsOf({ clusters, end }: GlyphSource): ReadonlyMap<number, number> {
  const starts = [...new Set(clusters)].sort((one, other) => one - other);
  return new Map(starts.map((start, index) => [start, starts[index + 1] ?? end]));
}
