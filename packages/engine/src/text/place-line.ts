/** Puts the runs of a line into visual order, and places their glyphs. */
import { EMOJI_SIDE } from "../limits/rasterizer-area.js";
import { hasItalics } from "../fonts/script.js";
import { widthOf } from "./break-opportunities.js";
import type { BrokenLine } from "./choose-size.js";
import type { EngineParts } from "./engine.js";
import { isSpaceCharacter } from "./graphemes.js";
import { fontQueryOf, shapeExtra, shapeRange } from "./prepare-text.js";
import {
  EMOJI_ADVANCE,
  type Paragraph,
  PLAIN_STYLE,
  type PreparedText,
  type ShapedGlyphs,
  type TextRun,
} from "./prepared-text.js";
import type { TextSpec } from "./spec.js";
import { type PlacedCluster, placeClusters } from "./place-clusters.js";
import type { LayoutRun, PlacedBox, PlacedGlyphs } from "./text-layout.js";

/** Everything that all lines of a layout have in common. */
export interface LineContext {
  readonly parts: EngineParts;
  readonly spec: TextSpec;
  readonly text: PreparedText;
  readonly size: number;
  readonly width: number;
  /** The middle of the capital letters, in em above the baseline. Emoji are centered on it. */
  readonly capMiddle: number;
  /** Whether the places of clusters are needed. Only an editor needs them. @default false */
  readonly findsClusters?: boolean;
}

/** A line with placed glyphs. It starts at x = 0 and its baseline is y = 0. */
export interface PlacedLine {
  readonly width: number;
  readonly runs: readonly LayoutRun[];
  readonly isRtl: boolean;
  /** The unit after the last one that is shown. */
  readonly end: number;
  /** The clusters from left to right, if the context asks for them. */
  readonly clusters: readonly PlacedCluster[];
}

/** A part of a run, or an addition to the text. An addition has no units. */
interface Piece {
  readonly run: TextRun;
  readonly glyphs: ShapedGlyphs | undefined;
  readonly isExtra: boolean;
  /** The text of an addition. @default that of the paragraph */
  readonly text?: string;
}

/** The slant of synthetic italics: 12 degrees, as in browsers. */
const SLANT = Math.tan((12 * Math.PI) / 180);
/** The smallest weight that is bold. */
const BOLD_FROM = 600;
/** A face below this weight gets a synthetic bold if the style asks for a bold one. */
const EMBOLDENED_BELOW = 500;
const EMBOLDEN_EM = 0.035;

/** Places a line. An ellipsis replaces as much of the end of the line as it needs. */
export function placeLine(context: LineContext, line: BrokenLine, hasEllipsis: boolean): PlacedLine {
  const { text, size, width } = context;
  const paragraph = text.paragraphs[line.paragraph];
  if (paragraph === undefined) return { width: 0, runs: [], isRtl: false, end: 0, clusters: [] };
  const shown = hasEllipsis ? withEllipsis(context, paragraph, line) : withHyphen(context, paragraph, line);
  const pieces = [...piecesOf(context, paragraph, line.first, shown.end), ...shown.extras];
  const isStretched = context.spec.align === "justify" && !line.isLast && !hasEllipsis;
  const stretch = isStretched ? stretchOf(paragraph, line.first, shown.end, width / size, shown.extraWidth) : undefined;
  const gapAfter = (unit: number) => {
    if (unit === shown.end - 1 && shown.extras.length === 0) return 0;
    return (paragraph.units[unit]?.spacing ?? 0) + (stretch?.at.has(unit) === true ? stretch.each : 0);
  };
  const runs: LayoutRun[] = [];
  const clusters: PlacedCluster[] = [];
  let pen = 0;
  for (const piece of inVisualOrder(pieces)) {
    const placed = placePiece(context, paragraph, piece, pen, gapAfter);
    runs.push(placed);
    if (context.findsClusters === true && !piece.isExtra) {
      clusters.push(...placeClusters(paragraph, piece, { pen, size, gapAfter }));
    }
    pen += placed.width / size;
  }
  return { width: pen * size, runs, isRtl: paragraph.isRtl, end: shown.end, clusters };
}

interface Shown {
  readonly end: number;
  readonly extras: readonly Piece[];
  readonly extraWidth: number;
}

function withHyphen(context: LineContext, paragraph: Paragraph, line: BrokenLine): Shown {
  const run = line.hyphen ? runAt(paragraph, line.end - 1) : undefined;
  if (run === undefined) return { end: line.end, extras: [], extraWidth: 0 };
  return { end: line.end, ...extra(context, "-", run, run.level) };
}

/** Adds an ellipsis at the end in reading order, which is the left end in a right-to-left paragraph. */
function withEllipsis(context: LineContext, paragraph: Paragraph, line: BrokenLine): Shown {
  const { units } = paragraph;
  const last = runAt(paragraph, Math.max(line.first, line.end - 1));
  const ellipsis = extra(context, "…", last, paragraph.isRtl ? 1 : 0);
  const room = context.width / context.size - ellipsis.extraWidth + 1e-4;
  let end = line.end;
  while (end > line.first && widthOf(units, line.first, end) > room) end--;
  while (end > line.first && units[end - 1]?.isSpace === true) end--;
  return { end, ...ellipsis };
}

function extra({ parts, spec }: LineContext, text: string, beside: TextRun | undefined, level: number) {
  const style = beside?.style ?? PLAIN_STYLE;
  const { run, advance } = shapeExtra(parts, spec, text, style, level);
  const piece: Piece = { run, glyphs: run.glyphs, isExtra: true, text };
  return { extras: [piece], extraWidth: advance };
}

function runAt(paragraph: Paragraph, unit: number): TextRun | undefined {
  return paragraph.runs.find(({ first, end }) => unit >= first && unit < end);
}

/** Returns the parts of the runs that are on a line. */
function piecesOf(context: LineContext, paragraph: Paragraph, first: number, end: number): Piece[] {
  return paragraph.runs.flatMap((run) => {
    const from = Math.max(run.first, first);
    const to = Math.min(run.end, end);
    if (from >= to) return [];
    return [
      { run: { ...run, first: from, end: to }, glyphs: sliceGlyphs(context, paragraph, run, from, to), isExtra: false },
    ];
  });
}

/**
 * Returns the glyphs of a part of a run. The part is shaped again if letters change their form where the run is broken.
 */
function sliceGlyphs(
  { parts, spec }: LineContext,
  paragraph: Paragraph,
  run: TextRun,
  first: number,
  end: number,
): ShapedGlyphs | undefined {
  const { glyphs } = run;
  if (glyphs === undefined || (first === run.first && end === run.end)) return glyphs;
  const [start, stop] = [paragraph.units[first]?.start ?? 0, paragraph.units[end - 1]?.end ?? 0];
  const isSafe = (place: number, isEdge: boolean) =>
    isEdge || (glyphs.clusters.includes(place) && !glyphs.unsafe.has(place));
  if (!isSafe(start, first === run.first) || !isSafe(stop, end === run.end)) {
    return shapeRange(parts, spec, run, paragraph.text, start, stop);
  }
  const kept = glyphs.clusters.flatMap((cluster, index) => (cluster >= start && cluster < stop ? [index] : []));
  const pick = (values: readonly number[]) => kept.map((index) => values[index] ?? 0);
  return {
    ids: pick(glyphs.ids),
    clusters: pick(glyphs.clusters),
    advances: pick(glyphs.advances),
    shiftsX: pick(glyphs.shiftsX),
    shiftsY: pick(glyphs.shiftsY),
    unsafe: glyphs.unsafe,
  };
}

/**
 * Puts pieces into visual order (UAX #9, rule L2): from the highest level down, it reverses each sequence of pieces at
 * that level or higher.
 */
function inVisualOrder(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ run }) => run.level));
  for (let level = highest; level > 0; level--) {
    let start = 0;
    while (start < ordered.length) {
      let end = start;
      while ((ordered[end]?.run.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return ordered;
}

function placePiece(
  context: LineContext,
  paragraph: Paragraph,
  { run, glyphs, isExtra, text }: Piece,
  start: number,
  gapAfter: (unit: number) => number,
): LayoutRun {
  const { size } = context;
  const xs: number[] = [];
  const ys: number[] = [];
  const boxes: PlacedBox[] = [];
  let pen = start;
  const isRtl = run.level % 2 === 1;
  const unitOf = (index: number) => (isExtra ? -1 : (paragraph.unitAt[glyphs?.clusters[index] ?? -1] ?? -1));
  glyphs?.ids.forEach((id, index) => {
    const unit = unitOf(index);
    // In right-to-left text, the gap after a letter is to its left.
    if (isRtl && unit !== -1 && unit !== unitOf(index - 1)) pen += gapAfter(unit);
    xs.push((pen + (glyphs.shiftsX[index] ?? 0)) * size);
    ys.push(-(glyphs.shiftsY[index] ?? 0) * size);
    if (id === 0) boxes.push({ x: pen * size, y: 0, advance: (glyphs.advances[index] ?? 0) * size });
    pen += glyphs.advances[index] ?? 0;
    if (!isRtl && unit !== -1 && unit !== unitOf(index + 1)) pen += gapAfter(unit);
  });
  const [advance, side] = [EMOJI_ADVANCE * run.style.scale, EMOJI_SIDE * run.style.scale];
  const emoji = run.emoji.map((key, index) => {
    const x = (start + index * advance + (advance - side) / 2) * size;
    return { key, x, y: -(context.capMiddle * run.style.scale + side / 2) * size, side: side * size };
  });
  if (emoji.length > 0) pen += emoji.length * advance + gapAfter(run.first);
  const end = text?.length ?? paragraph.units[run.end - 1]?.end ?? 0;
  const placed =
    glyphs === undefined || run.font === undefined
      ? undefined
      : { ids: glyphs.ids, xs, ys, source: { text: text ?? paragraph.text, clusters: glyphs.clusters, end } };
  return {
    style: run.style,
    x: start * size,
    width: (pen - start) * size,
    glyphs: placed === undefined ? undefined : { ...placed, ...synthesisOf(context, run) },
    emoji,
    boxes,
  };
}

/** Returns how letters are changed if the family has no italic or no bold face. */
function synthesisOf({ spec, size }: LineContext, run: TextRun): Pick<PlacedGlyphs, "font" | "slant" | "embolden"> {
  const wanted = fontQueryOf(spec, run.style, undefined).face;
  const face = run.font?.face ?? wanted;
  const isSlanted = wanted.style === "italic" && face.style === "normal" && hasItalics(run.script);
  const isThin = wanted.weight >= BOLD_FROM && face.weight < EMBOLDENED_BELOW;
  return {
    font: run.font?.path ?? "",
    slant: isSlanted ? SLANT : 0,
    // Synthetic bold is only for bold marks. The layer's own weight uses the nearest face of the family that the author
    // chose.
    embolden: isThin && run.style.bold ? EMBOLDEN_EM * size * run.style.scale : 0,
  };
}

/** Returns the units of a justified line that get additional space, and the space for each. */
function stretchOf(paragraph: Paragraph, first: number, end: number, width: number, extraWidth: number) {
  const { units } = paragraph;
  const used = widthOf(units, first, end) - (units[end - 1]?.spacing ?? 0) + extraWidth;
  const inner = Array.from({ length: Math.max(0, end - first - 1) }, (_, index) => first + index);
  const spaces = inner.filter((unit) => isSpaceCharacter(paragraph.text.charAt(units[unit]?.start ?? 0)));
  const ideographs = spaces.length > 0 ? [] : inner.filter((unit) => isIdeograph(paragraph, unit));
  const at = new Set(spaces.length > 0 ? spaces : ideographs);
  return { at, each: at.size === 0 ? 0 : Math.max(0, width - used) / at.size };
}

const IDEOGRAPHIC = new Set(["Hani", "Hira", "Kana"]);

function isIdeograph(paragraph: Paragraph, unit: number): boolean {
  return IDEOGRAPHIC.has(runAt(paragraph, unit)?.script ?? "");
}
