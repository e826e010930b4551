/** Reads the lines of a `<text>`. */
import { TEXT_NODE, type XmlElement } from "@image-render/engine/svg";
import { lengthOf } from "./read-values.js";
import type { Source } from "./source.js";
import { fontSizeOf, type Style, styleOf } from "./style.js";

/** A part of a line with one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** A part of a text that has its own position. */
export interface Chunk {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly spans: readonly Span[];
}

interface Run extends Span {
  /** The position where the run begins, if it does not continue the previous run. */
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly dx: number;
  readonly dy: number;
}

interface Pending {
  x: number | undefined;
  y: number | undefined;
  dx: number;
  dy: number;
}

/** Returns the chunks of a text in its own coordinates. `widthOf` measures a span, so that the next one can follow. */
export function chunksOf(element: XmlElement, style: Style, source: Source, widthOf: (span: Span) => number): Chunk[] {
  const runs: Run[] = [];
  collect(element, style, source, { x: 0, y: 0, dx: 0, dy: 0 }, runs);
  const chunks: { x: number; y: number; anchor: Chunk["anchor"]; spans: Span[] }[] = [];
  let pen = { x: 0, y: 0 };
  for (const { x, y, dx, dy, ...span } of collapse(runs)) {
    const isPlaced = x !== undefined || y !== undefined || dy !== 0 || chunks.length === 0;
    pen = { x: (x ?? pen.x) + dx, y: (y ?? pen.y) + dy };
    if (isPlaced) chunks.push({ ...pen, anchor: anchorOf(span.style), spans: [span] });
    else chunks.at(-1)?.spans.push(span);
    pen = { ...pen, x: pen.x + widthOf(span) };
  }
  return chunks.map(trimmed).filter(({ spans }) => spans.length > 0);
}

function anchorOf(style: Style): Chunk["anchor"] {
  const anchor = style.get("text-anchor");
  return anchor === "middle" || anchor === "end" ? anchor : "start";
}

/** Collects the runs of an element. `pending` is the position of the next run. */
function collect(element: XmlElement, style: Style, source: Source, pending: Pending, runs: Run[]): void {
  const relative = { em: fontSizeOf(style) };
  if (["x", "y", "dx", "dy", "rotate"].some((name) => hasSeveral(element.attributes.get(name)))) {
    source.notes.add(
      "The positions of single letters are not kept. The font determines the distance from letter to letter.",
      element,
    );
  }
  // Only the position of the first letter is used. The font determines the positions of the letters after it.
  const first = (name: string) =>
    lengthOf(
      element.attributes
        .get(name)
        ?.trim()
        .split(/[\s,]+/)[0],
      relative,
    );
  pending.x = first("x") ?? pending.x;
  pending.y = first("y") ?? pending.y;
  pending.dx += first("dx") ?? 0;
  pending.dy += first("dy") ?? 0;
  for (const child of element.children) {
    if (child.name !== TEXT_NODE) {
      const inner = styleOf(child, source.styles, style);
      if (inner.get("display") !== "none") collect(child, withDecoration(inner, style), source, pending, runs);
      continue;
    }
    if (child.text.trim() === "" && /[\r\n]/.test(child.text) && style.get("xml:space") !== "preserve") {
      // Line breaks in the source between two elements count as one space, and do not start a new line.
      const last = runs.at(-1);
      if (last !== undefined && pending.x === undefined)
        runs.push({ ...last, text: " ", x: undefined, y: undefined, dx: 0, dy: 0 });
      continue;
    }
    runs.push({ text: child.text, style, ...pending });
    [pending.x, pending.y, pending.dx, pending.dy] = [undefined, undefined, 0, 0];
  }
}

/** Returns whether an attribute has a value for each of several letters. Illustrator repeats `0` for letters that stay in place. */
function hasSeveral(value: string | undefined): boolean {
  const [, ...others] = value?.trim().split(/[\s,]+/) ?? [];
  return others.some((other) => Number.parseFloat(other) !== 0);
}

function withDecoration(inner: Style, around: Style): Style {
  const decoration = around.get("text-decoration");
  return inner.has("text-decoration") || decoration === undefined
    ? inner
    : new Map([...inner, ["text-decoration", decoration]]);
}

/** Collapses white space as SVG does, unless the text preserves it. */
function collapse(runs: readonly Run[]): Run[] {
  let endsInSpace = true;
  return runs.flatMap((run) => {
    const isPreserved = run.style.get("xml:space") === "preserve";
    // Figma ends its lines with a line feed or a line separator. Neither draws anything.
    const plain = run.text.replace(/[\n\r\u2028\u2029]+$/u, "").replace(/[\n\r\t\u2028\u2029]/gu, " ");
    const text = isPreserved ? plain : run.text.replace(/\s+/g, " ");
    const shown = !isPreserved && endsInSpace ? text.replace(/^ /, "") : text;
    if (shown !== "") endsInSpace = shown.endsWith(" ");
    return shown === "" && run.x === undefined && run.y === undefined && run.dy === 0 ? [] : [{ ...run, text: shown }];
  });
}

/** Removes the space around a chunk, which draws nothing. Removes empty spans. */
function trimmed(chunk: Chunk): Chunk {
  const spans = chunk.spans.filter(({ text }) => text !== "");
  const last = spans.at(-1);
  if (last === undefined) return { ...chunk, spans: [] };
  const text = last.text.trimEnd();
  const kept = [...spans.slice(0, -1), { ...last, text }].filter((span) => span.text !== "");
  return { ...chunk, spans: kept.every((span) => span.text.trim() === "") ? [] : kept };
}
