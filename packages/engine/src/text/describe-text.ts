/** Describes the lines of a text for an editor: where they are, and which characters of the text they show. */
import type { LaidOutTextFacts, LineFacts } from "../document/picture-layout.js";
import { roundLength } from "../shared/round-length.js";
import type { TextEngine } from "./engine.js";
import { type LaidOutLines, layOutLines } from "./lay-out-text.js";
import { type ParagraphPlaces, sourcePlaces } from "./source-places.js";
import type { TextSpec } from "./spec.js";
import type { TextLine } from "./text-layout.js";
import { type TextPlace, textRoom } from "./text-room.js";

/** Any letter. A text without letters gets the line that a letter would be on. */
const STAND_IN = "x";

/**
 * Returns the lines of the text of a layer, with absolute places before the layer is rotated, in document pixels.
 * Offsets are those of UTF-16 units in `spec.text`.
 */
export function describeText(engine: TextEngine, spec: TextSpec & TextPlace): LaidOutTextFacts {
  const { text } = spec;
  if (text.trim() === "") return describeEmpty(engine, spec);
  const room = textRoom(spec);
  const laidOut = layOutLines(engine, spec, room, undefined, true);
  const { layout } = laidOut;
  const places = sourcePlaces(spec);
  const lines = layout.lines.map((line, index) => describeLine(line, index, laidOut, places, room));
  return {
    text,
    fontSize: roundLength(layout.fontSize),
    cutAt: layout.isCut ? (lines.at(-1)?.end ?? 0) : null,
    lines,
  };
}

function describeLine(
  line: TextLine,
  index: number,
  { text, broken, placed }: LaidOutLines,
  places: readonly ParagraphPlaces[],
  origin: { readonly x: number; readonly y: number },
): LineFacts {
  const { paragraph = 0, first = 0 } = broken[index] ?? {};
  const { units = [] } = text.paragraphs[paragraph] ?? {};
  const place = places[paragraph] ?? { start: 0, end: 0, starts: [], ends: [] };
  const startOf = (unit: number) => place.starts[units[unit]?.start ?? -1] ?? place.end;
  const endOf = (unit: number) => place.ends[(units[unit]?.end ?? 0) - 1] ?? place.end;
  const { end = first, clusters = [] } = placed[index] ?? {};
  const start = units.length === 0 ? place.start : startOf(first);
  return {
    ...boxOfLine(line, origin),
    start,
    end: end > first ? endOf(end - 1) : start,
    clusters: clusters.map(({ unit, x, width, isRtl }) => ({
      start: startOf(unit),
      end: endOf(unit),
      x: roundLength(origin.x + line.x + x),
      width: roundLength(width),
      isRtl,
    })),
  };
}

function boxOfLine(line: TextLine, origin: { readonly x: number; readonly y: number }) {
  return {
    x: roundLength(origin.x + line.x),
    y: roundLength(origin.y + line.top),
    width: roundLength(line.width),
    height: roundLength(line.height),
    baseline: roundLength(origin.y + line.baseline),
    fontSize: roundLength(line.fontSize),
  };
}

/** Describes a text without a letter. Its line has no width, and is where the first letter would be. */
function describeEmpty(engine: TextEngine, spec: TextSpec & TextPlace): LaidOutTextFacts {
  const room = textRoom(spec);
  const { layout, placed } = layOutLines(engine, { ...spec, text: STAND_IN, rich: false }, room);
  const lines = layout.lines.slice(0, 1).map((line, index) => {
    const x = line.x + line.width * shareBefore(spec.align, placed[index]?.isRtl ?? false);
    return { ...boxOfLine({ ...line, x, width: 0 }, room), start: 0, end: spec.text.length, clusters: [] };
  });
  return { text: spec.text, fontSize: roundLength(spec.font_size), cutAt: null, lines };
}

/** Returns the share of a letter's width that is before the place where the letter is typed. */
function shareBefore(align: TextSpec["align"], isRtl: boolean): number {
  if (align === "center") return 0.5;
  if (align === "left") return 0;
  if (align === "right") return 1;
  return (align === "end") === isRtl ? 0 : 1;
}
