import type * as harfbuzz from "harfbuzzjs";
import { LRUCache } from "lru-cache";
import { parseFontFeatures } from "../document/attributes/font-features.js";
import type { LoadedFont } from "./font-cache.js";
import { fontTooCostly, isInReach, maxGlyphs } from "./font-limits.js";
import type { HarfBuzz } from "../fonts/harfbuzz.js";
import type { ShapedGlyphs } from "./prepared-text.js";
import { COMMON, UNKNOWN } from "../fonts/script.js";

/** Characters of one font, script and direction, within their text. */
export interface RunToShape {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isRtl: boolean;
  readonly script: string;
  readonly language: string | undefined;
  /** Letters with letter spacing do not form ligatures. */
  readonly isSpaced: boolean;
  /** OpenType features, as `parseFontFeatures` reads them. */
  readonly features: string;
}

/**
 * The number of characters around a run that the shaper gets, so that it can join letters across runs. It uses five.
 */
const CONTEXT = 8;

export interface Shaper {
  shape(font: LoadedFont, run: RunToShape): ShapedGlyphs;
}

/** Creates a shaper that reuses one buffer for all runs. */
export function createShaper(hb: HarfBuzz): Shaper {
  const buffer = new hb.Buffer();
  const noLigatures = [new hb.Feature("liga", 0), new hb.Feature("clig", 0)];
  const known = new LRUCache<string, harfbuzz.Feature[]>({ max: 100 });
  const featuresOf = ({ features, isSpaced }: RunToShape): harfbuzz.Feature[] | undefined => {
    if (features === "") return isSpaced ? noLigatures : undefined;
    const own = known.get(features) ?? parseFontFeatures(features).map(({ tag, value }) => new hb.Feature(tag, value));
    known.set(features, own);
    // A feature that the author names has priority, even ligatures of spaced letters.
    return isSpaced ? [...noLigatures, ...own] : own;
  };
  return {
    shape: (font, run) => {
      const from = Math.max(0, run.start - CONTEXT);
      const window = run.text.slice(from, run.end + CONTEXT);
      buffer.reset();
      buffer.addText(window, run.start - from, run.end - run.start);
      buffer.setDirection(run.isRtl ? hb.Direction.RTL : hb.Direction.LTR);
      buffer.setScript(run.script === COMMON || run.script === UNKNOWN ? "Zyyy" : run.script);
      if (run.script === UNKNOWN) buffer.guessSegmentProperties();
      if (run.language !== undefined) buffer.setLanguage(run.language);
      hb.shape(font.hb, buffer, featuresOf(run));
      if (buffer.getLength() > maxGlyphs(run.end - run.start)) throw fontTooCostly(font.file, "has too many glyphs");
      const glyphs = readGlyphs(hb, buffer, from, font.unitsPerEm);
      // Many stacked marks are far from their letter in any font, so only the advances are limited.
      if (!glyphs.advances.every(isInReach)) throw fontTooCostly(font.file, "puts its glyphs too far apart");
      return glyphs;
    },
  };
}

function readGlyphs(hb: HarfBuzz, buffer: harfbuzz.Buffer, from: number, unitsPerEm: number): ShapedGlyphs {
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const em = (value: number) => value / unitsPerEm;
  const unsafe = infos.filter(({ flags }) => (flags & hb.GlyphFlag.UNSAFE_TO_BREAK) !== 0);
  return {
    ids: infos.map(({ codepoint }) => codepoint),
    clusters: infos.map(({ cluster }) => cluster + from),
    advances: positions.map(({ xAdvance }) => em(xAdvance)),
    shiftsX: positions.map(({ xOffset }) => em(xOffset)),
    shiftsY: positions.map(({ yOffset }) => em(yOffset)),
    unsafe: new Set(unsafe.map(({ cluster }) => cluster + from)),
  };
}
