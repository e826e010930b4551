/** Lays out the letters of texts with the text engine, and writes them as paths. */
import { MAX_COORDINATE } from "../document/svg/svg-bounds.js";
import { COMMON } from "../fonts/script.js";
import { type Box, unite } from "../paint/fragment.js";
import type { Meter } from "../shared/work.js";
import type { EngineParts, TextEngine } from "../text/engine.js";
import type { FontMetrics } from "../text/font-cache.js";
import { TextPathLimit } from "../text/font-limits.js";
import { layOutText } from "../text/lay-out-text.js";
import { boxOutline } from "../text/missing-box.js";
import { outlineSteps } from "../text/outlines.js";
import type { ReplacedWeight, StyledSegment } from "../text/prepared-text.js";
import type { TextSpec } from "../text/spec.js";
import type { LayoutRun, PlacedEmoji, TextLine } from "../text/text-layout.js";
import { MICROSECONDS } from "../text/text-work.js";
import { ChosenFamilies } from "./chosen-families.js";
import { GlyphWriter } from "./glyph-path.js";
import { PLAIN_SPEC } from "./plain-spec.js";
import type { Span } from "./read-letters.js";
import type { Chunk, Piece } from "./text-chunks.js";
import type { Decoration, TextLook } from "./text-look.js";

/** The letters of a piece at their places, in the units of the text element. */
export interface OutlinedPiece {
  readonly span: Span;
  /**
   * The path data of its letters, and of its lines beneath and above them. Letters and lines can run in different
   * directions, so as one path they would cut holes into each other.
   */
  readonly path: string;
  readonly beneath: string;
  readonly above: string;
  readonly emoji: readonly PlacedEmoji[];
  /** The box of its letters by their advances and the height of their font, which gradients refer to. */
  readonly cells: Box;
}

/** The font size of layouts. The result is scaled, because a user unit can be much larger than a pixel. */
const LAYOUT_SIZE = 100;
const ENDLESS = { width: Number.MAX_SAFE_INTEGER, height: Number.MAX_SAFE_INTEGER };
/** The thickness of the box for a character that no font has, in font sizes. */
const BOX_THICKNESS = 0.05;

/** Outlines the texts of one SVG, and collects what their fonts lack. */
export class TextOutliner {
  readonly #engine: TextEngine;
  readonly #spend: Meter;
  readonly #language: string | undefined;
  readonly #limit = new TextPathLimit();
  readonly families: ChosenFamilies;
  readonly missing = new Set<string>();
  readonly replacedWeights = new Map<string, ReplacedWeight>();

  constructor(engine: TextEngine, language: string | undefined, spend: Meter) {
    this.#engine = engine;
    this.#spend = spend;
    this.#language = language;
    this.families = new ChosenFamilies(engine.parts.fonts);
  }

  /** Outlines the chunks of one text element, one after the other. */
  outline(chunks: readonly Chunk[]): OutlinedPiece[] {
    const pen = { x: 0, y: 0 };
    return chunks.flatMap((chunk) => {
      pen.x = chunk.x ?? pen.x;
      pen.y = chunk.y ?? pen.y;
      return this.#outlineChunk(chunk.pieces, pen);
    });
  }

  /** Outlines letters from the pen, and moves the pen to their end. */
  #outlineChunk(all: readonly Piece[], pen: { x: number; y: number }): OutlinedPiece[] {
    const pieces = all.filter(({ span }) => span.look.fontSize > 0 && span.look.fontSize <= MAX_COORDINATE);
    const [first] = pieces;
    if (first === undefined) return [];
    const { look } = first.span;
    const spec = this.#specOf(pieces, look);
    const layout = layOutText(this.#engine, spec, ENDLESS, this.#spend);
    layout.missing.forEach((character) => this.missing.add(character));
    for (const each of layout.replacedWeights) this.replacedWeights.set(`${each.family} ${each.wanted}`, each);
    const unit = look.fontSize / LAYOUT_SIZE;
    const { moveX = 0, moveY = 0 } = pieces.at(-1) ?? {};
    const width = layout.lines.reduce((widest, line) => Math.max(widest, line.width), 0) * unit + moveX;
    const left = pen.x - width * anchorShare(look);
    const placed = layout.lines.flatMap((line) => this.#outlineLine(line, pieces, { x: left, y: pen.y, unit }));
    pen.x = left + width;
    pen.y += moveY;
    return placed;
  }

  #specOf(pieces: readonly Piece[], look: TextLook): TextSpec {
    const spans = pieces.map(({ text, span }, index): StyledSegment => {
      const { families, fontSize, weight, style, letterSpacing } = span.look;
      return {
        text,
        style: {
          bold: false,
          italic: false,
          // The color tells the runs of the layout from each other.
          color: String(index),
          scale: fontSize / look.fontSize,
          weight,
          slope: style,
          family: this.families.choose(families),
          spacing: letterSpacing / fontSize,
        },
      };
    });
    return {
      ...PLAIN_SPEC,
      text: pieces.map(({ text }) => text).join(""),
      spans,
      language: this.#language,
      text_direction: look.direction,
      font_family: this.families.choose(look.families),
      font_weight: look.weight,
      font_style: look.style,
      font_size: LAYOUT_SIZE,
    };
  }

  #outlineLine(line: TextLine, pieces: readonly Piece[], origin: { x: number; y: number; unit: number }) {
    const byPiece = new Map<Piece, LayoutRun[]>();
    for (const run of line.runs) {
      const piece = pieces[Number(run.style.color)];
      if (piece !== undefined) byPiece.set(piece, [...(byPiece.get(piece) ?? []), run]);
    }
    return [...byPiece].map(([piece, runs]) => this.#outlinePiece(piece, runs, { ...origin, baseline: line.baseline }));
  }

  #outlinePiece(
    { span, moveX, moveY, rotate }: Piece,
    runs: readonly LayoutRun[],
    { x, y, unit, baseline }: { x: number; y: number; unit: number; baseline: number },
  ): OutlinedPiece {
    const { fontSize, decorations } = span.look;
    const metrics = this.#metricsOf(span.look);
    const [left, base] = [x + moveX, y + moveY - span.raised + baselineOf(span, metrics) * fontSize];
    const writer = new GlyphWriter(fontSize);
    const at = (place: { x: number; y: number }) => ({
      x: left + place.x * unit,
      y: base + (place.y - baseline) * unit,
    });
    for (const run of runs) {
      this.#addGlyphs(run, writer, fontSize, rotate, at);
      for (const each of run.boxes) {
        const { box } = boxOutline({ ...at(each), advance: each.advance * unit }, fontSize);
        const thickness = BOX_THICKNESS * fontSize;
        writer.addFrame(box, insetBy(box, Math.min(thickness, box.width / 3)));
      }
    }
    const cells = unite(
      runs.map((run) => ({
        x: left + run.x * unit,
        y: base - metrics.ascent * fontSize,
        width: run.width * unit,
        height: (metrics.ascent - metrics.descent) * fontSize,
      })),
    );
    const path = writer.take();
    this.#spend(path.length * MICROSECONDS.pathCharacter);
    const linesOf = (wanted: (line: Decoration) => boolean) => {
      for (const line of decorations.filter(wanted)) {
        const { middle, thickness } = lineOf(line, metrics);
        const [top, height] = [base - (middle + thickness / 2) * fontSize, thickness * fontSize];
        for (const run of runs) writer.addFrame({ x: left + run.x * unit, y: top, width: run.width * unit, height });
      }
      return writer.take();
    };
    const [beneath, above] = [linesOf((line) => line !== "line-through"), linesOf((line) => line === "line-through")];
    const emoji = runs.flatMap((run) => run.emoji.map((each) => ({ ...each, ...at(each), side: each.side * unit })));
    return { span, path, beneath, above, emoji, cells };
  }

  #addGlyphs(
    { glyphs }: LayoutRun,
    writer: GlyphWriter,
    fontSize: number,
    rotate: number,
    at: (place: { x: number; y: number }) => { x: number; y: number },
  ): void {
    if (glyphs === undefined) return;
    const { fontCache, fonts } = this.#parts;
    const font = fontCache.load(fonts.fileAt(glyphs.font));
    const scale = fontSize / font.unitsPerEm;
    glyphs.ids.forEach((id, index) => {
      if (id === 0) return;
      const steps = outlineSteps(font, id);
      this.#limit.add(font.file, steps.length * PATH_CHARACTERS_PER_STEP);
      this.#spend(MICROSECONDS.glyph + steps.length * PATH_CHARACTERS_PER_STEP * MICROSECONDS.outlineCharacter);
      const place = at({ x: glyphs.xs[index] ?? 0, y: glyphs.ys[index] ?? 0 });
      writer.add(steps, { ...place, rotate, scale, slant: glyphs.slant });
    });
  }

  get #parts(): EngineParts {
    return this.#engine.parts;
  }

  #metricsOf({ families, weight, style }: TextLook): FontMetrics {
    const { fonts, fontCache } = this.#parts;
    const family = this.families.choose(families);
    const file = fonts.fileWith([SPACE], COMMON, { family, face: { weight, style } });
    if (file === undefined) throw new Error(`The family ${family} has no space.`);
    return fontCache.load(file).metrics;
  }
}

const SPACE = 0x20;
/** The usual length of a step in path data. */
const PATH_CHARACTERS_PER_STEP = 20;

/** Returns the share of a line that is to the left of its place. */
function anchorShare({ anchor, direction }: TextLook): number {
  if (anchor === "middle") return 0.5;
  return (anchor === "end") === (direction === "ltr") ? 1 : 0;
}

/** Returns the distance from the line that is placed at y down to the baseline, in font sizes. */
function baselineOf({ look, alignment }: Span, { ascent, descent, xHeight }: FontMetrics): number {
  switch (alignment === undefined || alignment === "auto" || alignment === "baseline" ? look.baseline : alignment) {
    case "middle":
      return xHeight / 2;
    case "central":
      return (ascent + descent) / 2;
    case "mathematical":
      return ascent * 0.5;
    case "hanging":
      return ascent * 0.8;
    case "text-before-edge":
    case "before-edge":
    case "text-top":
      return ascent;
    case "text-after-edge":
    case "after-edge":
    case "text-bottom":
    case "ideographic":
      return descent;
    default:
      return 0;
  }
}

function lineOf(line: Decoration, metrics: FontMetrics) {
  const { underlineY, underlineThickness, strikeY, strikeThickness, capHeight } = metrics;
  if (line === "line-through") return { middle: strikeY, thickness: strikeThickness };
  // An overline is as far above the capital letters as the underline is beneath the baseline.
  const middle = line === "underline" ? underlineY : capHeight - underlineY;
  return { middle, thickness: underlineThickness };
}

function insetBy({ x, y, width, height }: Box, inset: number): Box {
  return { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
}
