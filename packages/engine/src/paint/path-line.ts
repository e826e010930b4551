/** Measures the outlines that this program writes, so that marks can be placed along them. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The part of a closed outline between two corners, or a whole outline without corners, as short straight lines. */
export interface Section {
  readonly points: readonly Point[];
  /** The length from the start to each point. */
  readonly lengths: readonly number[];
  readonly length: number;
}

/** The number of straight lines that replace a curve. The length of a quarter of a circle is then too short by 0.01 %. */
const LINES_PER_CURVE = 32;

/** The cosine of the largest angle between two parts of an outline that do not form a corner: 15 degrees. */
const SMOOTH = 0.966;

/** The lines that replace one command of a path. Their angles are not corners. */
type Piece = readonly Point[];

/**
 * Divides a closed outline at its corners. The outline consists of absolute commands, as in `outline.ts`. An outline
 * without corners is one section, and it starts and ends at the same point.
 */
export function sectionsOf(path: string): readonly Section[] {
  const pieces = piecesOf(path);
  const corners = pieces.flatMap((piece, index) => (isCorner(pieces.at(index - 1), piece) ? [index] : []));
  const [first] = corners;
  if (first === undefined) return pieces.length === 0 ? [] : [sectionOf(pieces)];
  const ordered = [...pieces.slice(first), ...pieces.slice(0, first)];
  const starts = corners.map((corner) => corner - first);
  return starts.map((start, index) => sectionOf(ordered.slice(start, starts[index + 1])));
}

/** Returns the point at a distance from the start of a section. */
export function pointAt({ points, lengths }: Section, distance: number): Point {
  const end = Math.max(
    1,
    lengths.findIndex((length) => length >= distance),
  );
  const [from, to] = [points[end - 1] ?? ORIGIN, points[end] ?? ORIGIN];
  const [start = 0, stop = 0] = [lengths[end - 1], lengths[end]];
  const share = stop === start ? 0 : (distance - start) / (stop - start);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Returns the whole outline as one section that starts and ends at the same point. */
export function joinSections(sections: readonly Section[]): Section {
  return measured(sections.flatMap(({ points }, index) => (index === 0 ? points : points.slice(1))));
}

const ORIGIN: Point = { x: 0, y: 0 };

function piecesOf(path: string): Piece[] {
  const pieces: Piece[] = [];
  let [start, at] = [ORIGIN, ORIGIN];
  const line = (to: Point) => {
    if (to.x !== at.x || to.y !== at.y) pieces.push([at, to]);
    at = to;
  };
  for (const [, command = "", rest = ""] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = rest.split(" ").map(Number);
    if (command === "M") start = at = { x: a, y: b };
    else if (command === "H") line({ x: a, y: at.y });
    else if (command === "V") line({ x: at.x, y: a });
    else if (command === "L") line({ x: a, y: b });
    else if (command === "Z") line(start);
    else {
      const to = { x: e, y: f };
      pieces.push(curve(at, { x: a, y: b }, { x: c, y: d }, to));
      at = to;
    }
  }
  return pieces;
}

function curve(from: Point, first: Point, second: Point, to: Point): Piece {
  return Array.from({ length: LINES_PER_CURVE + 1 }, (_, index) => {
    const t = index / LINES_PER_CURVE;
    const s = 1 - t;
    const on = (axis: "x" | "y") =>
      s ** 3 * from[axis] + 3 * s * s * t * first[axis] + 3 * s * t * t * second[axis] + t ** 3 * to[axis];
    return { x: on("x"), y: on("y") };
  });
}

/** Returns whether two neighboring pieces meet at an angle. */
function isCorner(before: Piece | undefined, after: Piece): boolean {
  if (before === undefined || before === after) return false;
  const one = direction(before.at(-2), before.at(-1));
  const other = direction(after[0], after[1]);
  return one.x * other.x + one.y * other.y < SMOOTH;
}

function direction(from = ORIGIN, to = ORIGIN): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return length === 0 ? ORIGIN : { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

function sectionOf(pieces: readonly Piece[]): Section {
  return measured(pieces.flatMap((piece, index) => (index === 0 ? piece : piece.slice(1))));
}

function measured(points: readonly Point[]): Section {
  let length = 0;
  const lengths = points.map((point, index) => {
    const before = points[index - 1] ?? point;
    length += Math.hypot(point.x - before.x, point.y - before.y);
    return length;
  });
  return { points, lengths, length };
}
