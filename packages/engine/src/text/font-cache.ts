/** Fonts in the form that the shaper uses. Each is loaded when a text first needs it. */
import type * as harfbuzz from "harfbuzzjs";
import type { FontFile } from "../fonts/font-library.js";
import { unpackWoff } from "../fonts/woff.js";
import { ByteCache } from "../shared/byte-cache.js";
import type { HarfBuzz } from "../fonts/harfbuzz.js";

/** A font's metrics in em. The y axis points up. */
export interface FontMetrics {
  readonly ascent: number;
  /** Negative, because it is below the baseline. */
  readonly descent: number;
  readonly capHeight: number;
  /** The height of lowercase letters without ascenders. */
  readonly xHeight: number;
  /** The middle of the underline. `strikeY` is the middle of the line-through. */
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
  /** Returns the tags of the OpenType features that the font has. The first call reads them. */
  readonly features: () => ReadonlySet<string>;
}

export interface FontCache {
  load(file: FontFile): LoadedFont;
}

/**
 * The size of the cache, which is enough for a few hundred files. A page in ten scripts needs about 20 files, and a
 * page of Chinese up to 100.
 */
const MAX_BYTES = 48_000_000;

/** @param maxBytes the size of the cache, in bytes of unpacked font files. */
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
      let tags: ReadonlySet<string> | undefined;
      const features = () => (tags ??= readFeatures(face));
      const loaded = { file, hb: font, unitsPerEm: face.upem, metrics: readMetrics(hb, font, face.upem), features };
      fonts.set(file.path, loaded, data.length);
      return loaded;
    },
  };
}

function readFeatures(face: harfbuzz.Face): ReadonlySet<string> {
  return new Set((["GSUB", "GPOS"] as const).flatMap((table) => face.getTableFeatureTags(table)));
}

/** The largest metric. No readable font has a larger one, but a broken or hostile font can contain any number. */
const MAX_METRIC_EM = 8;

function clampMetric(em: number): number {
  return Math.min(MAX_METRIC_EM, Math.max(-MAX_METRIC_EM, em));
}

function readMetrics(hb: HarfBuzz, font: harfbuzz.Font, unitsPerEm: number): FontMetrics {
  const { ascender, descender } = font.hExtents();
  const metric = (tag: harfbuzz.MetricsTag, otherwise: number) => {
    const value = font.getMetricPosition(tag);
    return value === undefined || value === 0 ? otherwise : clampMetric(value / unitsPerEm);
  };
  const thickness = metric(hb.MetricsTag.UNDERLINE_SIZE, 0.06);
  const strikeThickness = metric(hb.MetricsTag.STRIKEOUT_SIZE, thickness);
  return {
    ascent: clampMetric(ascender / unitsPerEm),
    descent: clampMetric(descender / unitsPerEm),
    capHeight: metric(hb.MetricsTag.CAP_HEIGHT, 0.7),
    xHeight: metric(hb.MetricsTag.X_HEIGHT, 0.5),
    // The font contains the upper edges of both lines, and HarfBuzz returns them unchanged.
    underlineY: metric(hb.MetricsTag.UNDERLINE_OFFSET, -0.1) - thickness / 2,
    underlineThickness: thickness,
    strikeY: metric(hb.MetricsTag.STRIKEOUT_OFFSET, 0.3) - strikeThickness / 2,
    strikeThickness,
  };
}
