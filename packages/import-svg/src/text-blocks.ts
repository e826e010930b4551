/** Finds the lines of a text that belong to one layer, and their alignment. */
import { chooseFont } from "./fonts.js";
import { fontSizeOf } from "./style.js";
import type { Chunk, Span } from "./text-lines.js";

/** A line of a text with the width that our fonts give it. */
export interface Line {
  readonly x: number;
  readonly y: number;
  readonly anchor: Chunk["anchor"];
  readonly spans: readonly Span[];
  readonly width: number;
}

/** The lines of one layer. */
export interface Block {
  readonly lines: readonly Line[];
  readonly align: "left" | "center" | "right";
}

/** Puts lines into blocks: lines of one font at even distances, with one alignment. */
export function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Line[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last !== undefined && continuesBlock(last, line)) last.push(line);
    else blocks.push([line]);
  }
  return blocks.map((block) => ({ lines: block, align: alignmentOf(block) ?? "left" }));
}

function continuesBlock(block: readonly Line[], line: Line): boolean {
  const last = block.at(-1);
  const before = block.at(-2);
  if (last === undefined || fontKey(last.spans[0]) !== fontKey(line.spans[0])) return false;
  const size = fontSizeOf(line.spans[0]?.style ?? new Map());
  const step = line.y - last.y;
  if (step < 0.5 * size || step > 5 * size) return false;
  if (before !== undefined && Math.abs(last.y - before.y - step) > 0.15 * size) return false;
  return alignmentOf([...block, line]) !== undefined;
}

/** Returns the alignment of lines. Figma writes the left edge of each line, whatever the alignment is. */
function alignmentOf(lines: readonly Line[]): Block["align"] | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  const anchored = { start: "left", middle: "center", end: "right" } as const;
  const own = anchored[first.anchor];
  const size = fontSizeOf(first.spans[0]?.style ?? new Map());
  const isEven = (align: Block["align"], tolerance: number) =>
    lines.every((line) => Math.abs(anchorX(line, align) - anchorX(first, align)) <= tolerance * size);
  if (isEven(own, 0.1)) return own;
  if (first.anchor !== "start") return undefined;
  if (isEven("center", 0.25)) return "center";
  return isEven("right", 0.25) ? "right" : undefined;
}

/** Returns the place of a line's left edge, center, or right edge. */
export function anchorX({ x, width, anchor }: Line, align: Block["align"]): number {
  const left = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  return align === "left" ? left : align === "center" ? left + width / 2 : left + width;
}

/** Identifies what all spans of a layer share. */
export function fontKey(span: Span | undefined): string {
  if (span === undefined) return "";
  const { font_family, replaced } = chooseFont(span.style);
  return JSON.stringify([font_family, replaced, fontSizeOf(span.style), span.style.get("letter-spacing")]);
}
