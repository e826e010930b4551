/**
 * Finds the place of the caret in a text from the lines that the service has laid out. Places are in document pixels,
 * before the layer is rotated. Offsets count UTF-16 units, as those of text fields do.
 */

/** The units that a reader sees as one character. */
export interface Cluster {
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly width: number;
  readonly isRtl: boolean;
}

/** A line of a text, with its characters from left to right. */
export interface TextLine {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly end: number;
  readonly clusters: readonly Cluster[];
}

/** A place of the caret. */
export interface Caret {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** An upright box of selected characters. */
export interface SelectedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the line of an offset: the last one that begins before it. An offset after the text is in the last one. */
export function lineOf(lines: readonly TextLine[], offset: number): number {
  const found = lines.findLastIndex(({ start }) => start <= offset);
  return Math.max(0, found);
}

/** Returns the place of the caret at an offset, or undefined if there is no line. */
export function caretAt(lines: readonly TextLine[], offset: number): Caret | undefined {
  const line = lines[lineOf(lines, offset)];
  if (line === undefined) return undefined;
  return { x: edgeAt(line, Math.min(offset, line.end)), y: line.y, height: line.height };
}

/**
 * Returns the x of an offset in a line. The left edge of a character is its beginning, or its end in right-to-left
 * text. A mark of a rich text is not drawn, so an offset in it is at the end of the character before it.
 */
function edgeAt({ clusters, x }: TextLine, offset: number): number {
  const inText = clusters.toSorted((a, b) => a.start - b.start);
  const at = inText.find(({ start, end }) => start <= offset && offset < end);
  if (at !== undefined) return at.isRtl ? at.x + at.width : at.x;
  const before = inText.findLast(({ end }) => end <= offset);
  if (before !== undefined) return before.isRtl ? before.x : before.x + before.width;
  const [first] = inText;
  if (first === undefined) return x;
  return first.isRtl ? first.x + first.width : first.x;
}

/** Returns the offset nearest to a point. */
export function offsetAt(lines: readonly TextLine[], point: { readonly x: number; readonly y: number }): number {
  const line = lines.find(({ y, height }) => point.y < y + height) ?? lines.at(-1);
  return line === undefined ? 0 : offsetInLine(line, point.x);
}

function offsetInLine(line: TextLine, x: number): number {
  const edges = line.clusters.flatMap((cluster) => {
    const right = cluster.x + cluster.width;
    return cluster.isRtl
      ? [
          { at: right, offset: cluster.start },
          { at: cluster.x, offset: cluster.end },
        ]
      : [
          { at: cluster.x, offset: cluster.start },
          { at: right, offset: cluster.end },
        ];
  });
  const nearest = edges.toSorted((a, b) => Math.abs(a.at - x) - Math.abs(b.at - x))[0];
  return nearest?.offset ?? line.start;
}

/**
 * Returns the offset above or below, nearest to an x.
 * @returns undefined if there is no such line
 */
export function offsetBeside(
  lines: readonly TextLine[],
  offset: number,
  direction: 1 | -1,
  x: number,
): number | undefined {
  const line = lines[lineOf(lines, offset) + direction];
  return line === undefined ? undefined : offsetInLine(line, x);
}

/** Returns the boxes of the characters between two offsets. */
export function selectedBoxes(lines: readonly TextLine[], from: number, to: number): readonly SelectedBox[] {
  return lines.flatMap(({ clusters, y, height }) =>
    joined(clusters.filter(({ start, end }) => start < to && end > from)).map(({ x, width }) => ({
      x,
      width,
      y,
      height,
    })),
  );
}

/** Joins characters that touch, so that a translucent box has no seams. */
function joined(clusters: readonly Cluster[]): readonly { readonly x: number; readonly width: number }[] {
  const found: { x: number; width: number }[] = [];
  for (const { x, width } of clusters.toSorted((a, b) => a.x - b.x)) {
    const last = found.at(-1);
    if (last !== undefined && Math.abs(last.x + last.width - x) < 0.5) last.width = x + width - last.x;
    else found.push({ x, width });
  }
  return found;
}
