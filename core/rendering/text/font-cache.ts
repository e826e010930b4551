/** Fonts as the shaper holds them: made when a text first needs them, let go when too many bytes are held. */
import type * as harfbuzz from "harfbuzzjs";
import { type FontFile } from "../fonts/font-library.js";
import { unpackWoff } from "../fonts/woff.js";
import { ByteCache } from "../byte-cache.js";
import { type HarfBuzz } from "./harfbuzz.js";

/** Lengths that a font states for its own lines, in em; y points up. */
export interface FontMetrics {
  readonly ascent: number;
  /** Below the baseline, so negative. */
  readonly descent: number;
  readonly capHeight: number;
  /** The middle of the underline, and of the line through. */
  readonly underlineY: number;
  readonly underlineThickness: number;
  readonly strikeY: number;
  readonly strikeThickness: number;
}

export interface LoadedFont {
  readonly file: FontFile;
  readonly hb: harfbuzz.Font;
  readonly unitsPerEm: number;
  readonly metrics: FontMetrics;
}

export interface FontCache {
  load(file: FontFile): LoadedFont;
}

/** A few hundred files: a page in ten scripts needs about twenty, a page of Chinese up to a hundred. */
const MAX_BYTES = 48_000_000;

/** @param maxBytes of unpacked font files that are held. */
export function createFontCache(hb: HarfBuzz, maxBytes = MAX_BYTES): FontCache {
  const fonts = new ByteCache<LoadedFont>(maxBytes, { keepsNewest: true });
  return {
    load: (file) => {
      const known = fonts.get(file.path);
      if (known !== undefined) return known;
      const data = unpackWoff(file.read());
      const face = new hb.Face(new hb.Blob(data));
      const font = new hb.Font(face);
      if (file.variableWeight !== undefined) font.setVariations([new hb.Variation("wght", file.variableWeight)]);
      const loaded = { file, hb: font, unitsPerEm: face.upem, metrics: readMetrics(hb, font, face.upem) };
      fonts.set(file.path, loaded, data.length);
      return loaded;
    },
  };
}

/** No font that is made to be read states a length of its lines beyond this, in em; a broken one may state anything. */
const MAX_METRIC_EM = 8;

function held(em: number): number {
  return Math.min(MAX_METRIC_EM, Math.max(-MAX_METRIC_EM, em));
}

function readMetrics(hb: HarfBuzz, font: harfbuzz.Font, unitsPerEm: number): FontMetrics {
  const { ascender, descender } = font.hExtents();
  const metric = (tag: harfbuzz.MetricsTag, otherwise: number) => {
    const value = font.getMetricPosition(tag);
    return value === undefined || value === 0 ? otherwise : held(value / unitsPerEm);
  };
  const thickness = metric(hb.MetricsTag.UNDERLINE_SIZE, 0.06);
  const strikeThickness = metric(hb.MetricsTag.STRIKEOUT_SIZE, thickness);
  return {
    ascent: held(ascender / unitsPerEm),
    descent: held(descender / unitsPerEm),
    capHeight: metric(hb.MetricsTag.CAP_HEIGHT, 0.7),
    // The tables state the upper edge of the line through, and HarfBuzz hands on that of the underline.
    underlineY: metric(hb.MetricsTag.UNDERLINE_OFFSET, -0.1) - thickness / 2,
    underlineThickness: thickness,
    strikeY: metric(hb.MetricsTag.STRIKEOUT_OFFSET, 0.3) - strikeThickness / 2,
    strikeThickness,
  };
}
