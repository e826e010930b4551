import { COMMON } from "../fonts/script.js";
import { type Meter, UNLIMITED } from "../shared/work.js";
import { breakText, type BrokenLine, chooseSize, linesIn, type Room } from "./choose-size.js";
import type { EngineParts, TextEngine } from "./engine.js";
import type { FontMetrics } from "./font-cache.js";
import { type LineContext, placeLine, type PlacedLine } from "./place-line.js";
import { fontQueryOf, prepareText } from "./prepare-text.js";
import { PLAIN_STYLE, type PreparedText } from "./prepared-text.js";
import { lineStepPx } from "./line-step.js";
import { lineHeightPx, type TextSpec } from "./spec.js";
import { MICROSECONDS } from "./text-work.js";
import type { LayoutRun, TextLayout, TextLine } from "./text-layout.js";

/**
 * Lays out a text in a box: chooses the font size, breaks lines, cuts text that does not fit, and places each glyph.
 * The box is that of the letters, inside a layer's border and padding (`textRoom`).
 */
export function layOutText(engine: TextEngine, spec: TextSpec, box: Room, spend: Meter = UNLIMITED): TextLayout {
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
  };
  const placed = chosen.lines.map((line, index) => {
    spend(MICROSECONDS.line + (line.end - line.first) * MICROSECONDS.placedUnit);
    return placeLine(context, line, chosen.isCut && index === chosen.lines.length - 1);
  });
  const lineStep = lineStepPx(text, spec, fontSize);
  const height = placed.length === 0 ? 0 : lineHeight + (placed.length - 1) * lineStep;
  const top = Math.round(verticalOffset(spec, room.height - height));
  const baseline = Math.round(
    (lineHeight - (metrics.ascent - metrics.descent) * fontSize) / 2 + metrics.ascent * fontSize,
  );
  const lines = placed.map((line, index) => {
    const isLast = chosen.lines[index]?.isLast ?? true;
    const lineTop = top + index * lineStep;
    return moveLine(line, horizontalOffset(spec, line, room.width, isLast), lineTop, lineTop + baseline);
  });
  const width = lines.reduce((widest, line) => Math.max(widest, line.width), 0);
  const { isCut } = chosen;
  return { box: room, fontSize, lineHeight, lineStep, lines, width, height, isCut, missing: text.missing, metrics };
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
  const most = linesIn(text, spec, room, size);
  const lines = breakText(text, spec.text_wrap, room.width, size, spend);
  if (lines.length <= most) return { lines, isCut: false };
  // Each line of a cut text shows as much as possible, so it is not balanced.
  return { lines: breakText(text, "greedy", room.width, size, spend).slice(0, most), isCut: true };
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

function moveLine(line: PlacedLine, x: number, top: number, baseline: number): TextLine {
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
  return { x, width: line.width, top, baseline, runs };
}
