import { nearestLanguage } from "./han-language.js";
import type { FontQuery } from "../fonts/font-library.js";
import { COMMON, isCursive, isStacked } from "../fonts/script.js";
import { segmentsOf } from "./break-opportunities.js";
import type { EngineParts } from "./engine.js";
import { itemize, type ItemizedParagraph } from "./itemize.js";
import { missingFeatures, replacedWeights } from "./font-findings.js";
import { minLineStepOf } from "./line-step.js";
import { boxGlyphs, withBoxAdvances } from "./missing-box.js";
import {
  EMOJI_ADVANCE,
  type Paragraph,
  PLAIN_STYLE,
  type PreparedText,
  type RunStyle,
  type ShapedGlyphs,
  type TextRun,
  type Unit,
} from "./prepared-text.js";
import type { TextSpec } from "./spec.js";
import { MICROSECONDS } from "./text-work.js";
import type { Meter } from "../shared/work.js";
import { type StyledParagraph, styleText } from "./styled-text.js";

/** A generous estimate of the memory for a prepared character. */
const BYTES_PER_CHARACTER = 800;

/** Does all work that is independent of the font size and the box: it itemizes and shapes. Results are cached. */
export function prepareText(parts: EngineParts, spec: TextSpec, spend: Meter): PreparedText {
  const key = keyOf(spec);
  const known = parts.prepared.get(key);
  if (known !== undefined) return known;
  spend(spec.text.length * MICROSECONDS.character);
  const prepared = prepare(parts, spec);
  parts.prepared.set(key, prepared, (spec.text.length + 10) * BYTES_PER_CHARACTER);
  return prepared;
}

/** Returns a cache key of all attributes that the result depends on. */
function keyOf(spec: TextSpec): string {
  const { text, rich, font_family, font_weight, font_style, letter_spacing, text_transform, text_direction } = spec;
  const styles = rich && spec.text_styles !== undefined ? [spec.font_size, spec.text_styles] : [];
  return JSON.stringify([
    [text, rich, font_family, font_weight, font_style, spec.font_features],
    [letter_spacing, text_transform, text_direction, spec.language, ...styles],
    ...(spec.spans === undefined ? [] : [spec.spans]),
  ]);
}

function prepare(parts: EngineParts, spec: TextSpec): PreparedText {
  const language = nearestLanguage(spec.text, spec.language);
  const queryFor = fontQueriesOf(spec, language);
  const missing = new Set<string>();
  const paragraphs = styleText(spec).map((styled) => {
    const { fonts, emoji } = parts;
    const itemized = itemize(styled, { fonts, emoji, direction: spec.text_direction, queryFor });
    return shapeParagraph(parts, spec, styled, itemized, language, missing);
  });
  const segments = paragraphs.flatMap((paragraph) => paragraph.segments);
  const runs = paragraphs.flatMap((paragraph) => paragraph.runs);
  const scale = runs.reduce((largest, { style }) => Math.max(largest, style.scale), 1);
  const hasHyphen = segments.some(({ hyphen }) => hyphen);
  return {
    paragraphs,
    missing: [...missing],
    widestSegment: segments.reduce((widest, { width }) => Math.max(widest, width), 0),
    hyphenWidth: hasHyphen ? shapeExtra(parts, spec, "-", { ...PLAIN_STYLE, scale }, 0).advance : 0,
    minLineStep: minLineStepOf(parts, paragraphs),
    language,
    isUniform: runs.every(({ style }) => style.scale === 1),
    largestScale: runs.reduce((largest, { style }) => Math.max(largest, style.scale), 1),
    replacedWeights: replacedWeights(parts.fonts, runs, queryFor),
    missingFeatures: missingFeatures(parts.fontCache, runs, spec.font_features),
  };
}

/** Returns the font query of each style, and the same object for the same style. */
function fontQueriesOf(spec: TextSpec, language: string | undefined): (style: RunStyle) => FontQuery {
  const queries = new Map<RunStyle, FontQuery>();
  return (style) => {
    const query = queries.get(style) ?? fontQueryOf(spec, style, language);
    queries.set(style, query);
    return query;
  };
}

/** Returns the font that a style asks for. Bold parts of a text that is already bold are even bolder. */
export function fontQueryOf(spec: TextSpec, style: RunStyle, language: string | undefined): FontQuery {
  const weight = style.weight ?? spec.font_weight;
  const bold = weight < 600 ? 700 : 900;
  return {
    family: style.family ?? spec.font_family,
    face: {
      weight: style.bold ? bold : weight,
      style: style.italic ? "italic" : (style.slope ?? spec.font_style),
    },
    language,
  };
}

function shapeParagraph(
  parts: EngineParts,
  spec: TextSpec,
  { text }: StyledParagraph,
  { isRtl, units, runs }: ItemizedParagraph,
  language: string | undefined,
  missing: Set<string>,
): Paragraph {
  const unitAt = new Int32Array(text.length + 1).fill(-1);
  units.forEach((unit, index) => unitAt.fill(index, unit.start, unit.end));
  const shaped = runs.map((run): TextRun => {
    const [start, end] = [units[run.first]?.start ?? 0, units[run.end - 1]?.end ?? 0];
    const glyphs = run.isMissing
      ? scaleGlyphs(boxGlyphs(text, units.slice(run.first, run.end), run.level), run.style.scale)
      : shapeRange(parts, spec, { ...run, glyphs: undefined }, text, start, end);
    if (glyphs !== undefined) {
      shareAdvances(units, unitAt, glyphs, units[run.end - 1]?.end ?? 0);
      if (isStacked(run.script)) joinSyllables(units, run, glyphs);
      glyphs.ids.forEach((id, index) => {
        const unit = units[unitAt[glyphs.clusters[index] ?? 0] ?? 0];
        if (id === 0 && unit !== undefined) missing.add(text.slice(unit.start, unit.end));
      });
    }
    spaceOut(units, run, glyphs, run.style.spacing ?? spec.letter_spacing);
    return { ...run, glyphs };
  });
  return { text, isRtl, units, unitAt, runs: shaped, segments: segmentsOf(text, units, language) };
}

/** Adds the advances of the glyphs to their units. The characters of a ligature share its advance. */
function shareAdvances(units: readonly Unit[], unitAt: Int32Array, glyphs: ShapedGlyphs, runEnd: number): void {
  eachAdvance(unitAt, glyphs, runEnd, (unit, share) => {
    const target = units[unit];
    if (target !== undefined) target.advance += share;
  });
}

/** Calls a function with the advances of the units of glyphs. `runEnd` is the end of the last unit in the text. */
export function eachAdvance(
  unitAt: Int32Array,
  glyphs: ShapedGlyphs,
  runEnd: number,
  add: (unit: number, advance: number) => void,
): void {
  const advances = new Map<number, number>();
  glyphs.clusters.forEach((cluster, index) => {
    advances.set(cluster, (advances.get(cluster) ?? 0) + (glyphs.advances[index] ?? 0));
  });
  const starts = [...advances.keys()].sort((a, b) => a - b);
  starts.forEach((start, index) => {
    const first = unitAt[start] ?? 0;
    const last = unitAt[(starts[index + 1] ?? runEnd) - 1] ?? first;
    const share = (advances.get(start) ?? 0) / (last - first + 1);
    for (let unit = first; unit <= last; unit++) add(unit, share);
  });
}

/**
 * Marks the units that continue a syllable. The shaper makes one cluster of a syllable, even if it has two characters
 * by Unicode's rules for graphemes.
 */
function joinSyllables(units: readonly Unit[], run: Omit<TextRun, "glyphs">, { clusters }: ShapedGlyphs): void {
  const starts = new Set(clusters);
  for (const unit of units.slice(run.first + 1, run.end)) unit.continuesSyllable = !starts.has(unit.start);
}

/**
 * Adds the advances of emoji, and the letter spacing. Cursive scripts and characters without a glyph get no spacing.
 */
function spaceOut(
  units: readonly Unit[],
  run: Omit<TextRun, "glyphs">,
  glyphs: ShapedGlyphs | undefined,
  letterSpacing: number,
): void {
  const starts = letterSpacing === 0 ? undefined : new Set(glyphs?.clusters);
  for (let index = run.first; index < run.end; index++) {
    const unit = units[index];
    if (unit === undefined) continue;
    unit.advance += run.emoji.length * EMOJI_ADVANCE * run.style.scale;
    if (starts === undefined || unit.advance === 0 || isCursive(run.script)) continue;
    if (run.emoji.length === 0 && !starts.has(unit.start)) continue;
    unit.spacing = letterSpacing * run.style.scale;
    unit.advance += unit.spacing;
  }
}

/** Shapes a part of a run. */
export function shapeRange(
  { fontCache, shaper }: EngineParts,
  spec: TextSpec,
  run: TextRun,
  text: string,
  start: number,
  end: number,
): ShapedGlyphs | undefined {
  if (run.font === undefined) return undefined;
  const isSpaced = (run.style.spacing ?? spec.letter_spacing) !== 0 && !isCursive(run.script);
  const shaped = shaper.shape(fontCache.load(run.font), {
    text,
    start,
    end,
    isRtl: run.level % 2 === 1,
    script: run.script,
    language: spec.language,
    isSpaced,
    features: spec.font_features,
  });
  return scaleGlyphs(withBoxAdvances(shaped), run.style.scale);
}

/** Returns glyphs whose lengths are in the size of the whole text instead of the size of their own style. */
function scaleGlyphs(glyphs: ShapedGlyphs, scale: number): ShapedGlyphs {
  if (scale === 1) return glyphs;
  const scaled = (lengths: readonly number[]) => lengths.map((length) => length * scale);
  const { advances, shiftsX, shiftsY } = glyphs;
  return { ...glyphs, advances: scaled(advances), shiftsX: scaled(shiftsX), shiftsY: scaled(shiftsY) };
}

/** Shapes characters that the layout adds to a text: an ellipsis or a hyphen. */
export function shapeExtra(
  parts: EngineParts,
  spec: TextSpec,
  text: string,
  style: RunStyle,
  level: number,
): { readonly run: TextRun; readonly advance: number } {
  const query = fontQueryOf(spec, style, spec.language);
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const font = parts.fonts.fileWith(codePoints, COMMON, query);
  const bare: TextRun = {
    first: 0,
    end: 0,
    style,
    level,
    script: COMMON,
    font,
    emoji: [],
    isMissing: false,
    glyphs: undefined,
  };
  const glyphs = shapeRange(parts, spec, bare, text, 0, text.length);
  const advance = glyphs?.advances.reduce((sum, each) => sum + each, 0) ?? 0;
  return { run: { ...bare, glyphs }, advance };
}
