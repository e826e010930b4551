import { COMMON } from "../fonts/script.js";
import { type Meter, UNLIMITED } from "../shared/work.js";
import { breakText, type BrokenLine, chooseSize, fittingLines, type Room, scalesOf } from "./choose-size.js";
import type { EngineParts, TextEngine } from "./engine.js";
import type { FontMetrics } from "./font-cache.js";
import { type LineContext, placeLine, type PlacedLine } from "./place-line.js";
import { fontQueryOf, prepareText } from "./prepare-text.js";
import { PLAIN_STYLE, type PreparedText } from "./prepared-text.js";
import { lineStepPx, stackLines } from "./line-step.js";
import { lineHeightPx, type TextSpec } from "./spec.js";
import { MICROSECONDS } from "./text-work.js";
import type { LayoutRun, TextLayout, TextLine } from "./text-layout.js";

/**
 * Lays out a text in a box: chooses the font size, breaks lines, cuts text that does not fit, and places each glyph.
 * The box is that of the letters, inside a layer's border and padding (`textRoom`).
 */
export function layOutText(engine: TextEngine, spec: TextSpec, box: Room, spend: Meter = UNLIMITED): TextLayout {
  return layOutLines(engine, spec, box, spend).layout;
}

/** A laid-out text with the parts of its text that are on each line. */
export interface LaidOutLines {
  readonly layout: TextLayout;
  readonly text: PreparedText;
  /** The lines before they are placed, one for each line of the layout. */
  readonly broken: readonly BrokenLine[];
  readonly placed: readonly PlacedLine[];
}

/** Does the same as `layOutText`. It also finds the clusters of each line if `findsClusters` is set. */
export function layOutLines(
  engine: TextEngine,
  spec: TextSpec,
  box: Room,
  spend: Meter = UNLIMITED,
  findsClusters = false,
): LaidOutLines {
  const { parts } = engine;
  const room = { width: Math.max(1, box.width), height: Math.max(1, box.height) };
  const text = prepareText(parts, spec, spend);
  const isEmpty = spec.text.trim() === "";
  const fontSize = isEmpty ? spec.font_size : chooseSize(text, spec, room, spend);
  const chosen = isEmpty ? { lines: [], isCut: false } : chooseLines(text, spec, room, fontSize, spend);
  const lineHeight = lineHeightPx(spec, fontSize);
  const metrics = metricsOf(parts, spec, text.language);
  const context: LineContext = {
    parts,
    spec,
    text,
    size: fontSize,
    width: room.width,
    capMiddle: metrics.capHeight / 2,
    findsClusters,
  };
  const placed = chosen.lines.map((line, index) => {
    spend(MICROSECONDS.line + (line.end - line.first) * MICROSECONDS.placedUnit);
    return placeLine(context, line, chosen.isCut && index === chosen.lines.length - 1);
  });
  const lineStep = lineStepPx(text, spec, fontSize);
  const scales = scalesOf(text, chosen.lines);
  const { tops, heights, height } = stackLines(text, spec, fontSize, scales);
  const top = Math.round(verticalOffset(spec, room.height - height));
  const lines = placed.map((line, index) => {
    const isLast = chosen.lines[index]?.isLast ?? true;
    const size = fontSize * (scales[index] ?? 1);
    const place = {
      x: horizontalOffset(spec, line, room.width, isLast),
      top: top + (tops[index] ?? 0),
      height: heights[index] ?? lineHeight,
      fontSize: size,
    };
    return moveLine(line, { ...place, baseline: place.top + baselineIn(place.height, size, metrics) });
  });
  const width = lines.reduce((widest, line) => Math.max(widest, line.width), 0);
  const { isCut } = chosen;
  const { missing, replacedWeights, missingFeatures } = text;
  const found = { isCut, missing, replacedWeights, missingFeatures };
  const layout = { box: room, fontSize, lineHeight, lineStep, lines, width, height, ...found, metrics };
  return { layout, text, broken: chosen.lines, placed };
}

/** Returns the distance from the top of a line to its baseline, in whole pixels. */
function baselineIn(lineHeight: number, fontSize: number, { ascent, descent }: FontMetrics): number {
  return Math.round((lineHeight - (ascent - descent) * fontSize) / 2 + ascent * fontSize);
}

/**
 * Returns the distance from the top of a text's box to its first baseline, in pixels, or undefined if it has no line.
 */
export function firstBaseline(engine: TextEngine, spec: TextSpec, box: Room, spend: Meter = UNLIMITED) {
  return layOutText(engine, spec, box, spend).lines[0]?.baseline;
}

/** Returns the size of a text at its own font size, wrapped at a width if one is given. */
export function measureText(
  engine: TextEngine,
  spec: TextSpec,
  maxWidth = Number.MAX_SAFE_INTEGER,
  spend: Meter = UNLIMITED,
): { readonly width: number; readonly height: number } {
  if (spec.text.trim() === "") return { width: 0, height: 0 };
  const asIs: TextSpec = { ...spec, text_fit: "cut", align: "left", vertical_align: "top" };
  const { width, height } = layOutText(engine, asIs, { width: maxWidth, height: Number.MAX_SAFE_INTEGER }, spend);
  return { width, height };
}

function chooseLines(
  text: PreparedText,
  spec: TextSpec,
  room: Room,
  size: number,
  spend: Meter,
): { lines: readonly BrokenLine[]; isCut: boolean } {
  const lines = breakText(text, spec.text_wrap, room.width, size, spend);
  if (lines.length <= fittingLines(text, spec, room, size, lines)) return { lines, isCut: false };
  // Each line of a cut text shows as much as possible, so it is not balanced.
  const greedy = breakText(text, "greedy", room.width, size, spend);
  return { lines: greedy.slice(0, fittingLines(text, spec, room, size, greedy)), isCut: true };
}

/** Returns the metrics of the family's own font. They apply to all lines, even to characters from other fonts. */
function metricsOf(parts: EngineParts, spec: TextSpec, language: string | undefined): FontMetrics {
  const file = parts.fonts.fileWith([0x20], COMMON, fontQueryOf(spec, PLAIN_STYLE, language));
  if (file === undefined) throw new Error(`The family ${spec.font_family} has no space.`);
  return parts.fontCache.load(file).metrics;
}

function verticalOffset({ vertical_align: align }: TextSpec, free: number): number {
  if (align === "top") return 0;
  return align === "middle" ? free / 2 : free;
}

function horizontalOffset({ align }: TextSpec, line: PlacedLine, width: number, isLast: boolean): number {
  const free = width - line.width;
  switch (align) {
    case "left":
      return 0;
    case "right":
      return free;
    case "center":
      return free / 2;
    case "end":
      return line.isRtl ? 0 : free;
    case "start":
      return line.isRtl ? free : 0;
    case "justify":
      return line.isRtl && (isLast || free > 0) ? free : 0;
  }
}

function moveLine(line: PlacedLine, place: Omit<TextLine, "width" | "runs">): TextLine {
  const { x, baseline } = place;
  const runs = line.runs.map((run): LayoutRun => ({
    ...run,
    x: run.x + x,
    glyphs: run.glyphs && {
      ...run.glyphs,
      xs: run.glyphs.xs.map((each) => each + x),
      ys: run.glyphs.ys.map((each) => each + baseline),
    },
    emoji: run.emoji.map((emoji) => ({ ...emoji, x: emoji.x + x, y: emoji.y + baseline })),
    boxes: run.boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + baseline })),
  }));
  return { ...place, width: line.width, runs };
}
