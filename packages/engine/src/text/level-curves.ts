import { cubicTurns, quadraticTurn } from "./curve-extent.js";

/** The smallest part of a curve that is split off. A turn nearer to one of the ends does not need a split. */
const MIN_SPLIT_SHARE = 1e-6;

type Point = readonly [x: number, y: number];

/**
 * Splits a segment in whole steps at the places where it turns up or down. `points` are the x and y of its control
 * points and its end. The rasterizer splits a curve there too, but it rounds that point differently for each position
 * of the curve.
 */
export function splitAtTurns(start: Point, points: readonly number[]): readonly (readonly number[])[] {
  if (isMonotonic(start, points)) return [points];
  const curve: Point[] = [start, ...pairs(points)];
  const turns = turnsOf(curve.map(([, y]) => y)).filter((t) => t > MIN_SPLIT_SHARE && t < 1 - MIN_SPLIT_SHARE);
  if (turns.length === 0) return [points];
  const pieces: (readonly number[])[] = [];
  let rest = curve;
  let done = 0;
  for (const turn of turns.sort((one, other) => one - other)) {
    const [before, after] = split(rest, (turn - done) / (1 - done));
    pieces.push(flat(before));
    rest = after;
    done = turn;
  }
  return [...pieces, flat(rest)];
}

/** Returns whether the points only go up or only go down. This is true for nearly all segments of fonts. */
function isMonotonic([, startY]: Point, points: readonly number[]): boolean {
  let [up, down, before] = [false, false, startY];
  for (let index = 1; index < points.length; index += 2) {
    const y = points[index] ?? 0;
    if (y < before) up = true;
    else if (y > before) down = true;
    before = y;
  }
  return !(up && down);
}

function pairs(points: readonly number[]): Point[] {
  return Array.from({ length: points.length / 2 }, (_, index) => [points[2 * index] ?? 0, points[2 * index + 1] ?? 0]);
}

/** Returns the points of a curve after its start. */
function flat(curve: readonly Point[]): number[] {
  return curve.slice(1).flat();
}

function turnsOf([p0 = 0, p1 = 0, p2 = 0, p3]: readonly number[]): number[] {
  return p3 === undefined ? [quadraticTurn(p0, p1, p2)] : cubicTurns(p0, p1, p2, p3);
}

/**
 * Splits a curve at a share of it, by De Casteljau's algorithm, and returns both parts. The curve is level at the
 * split.
 */
function split(curve: readonly Point[], share: number): [Point[], Point[]] {
  const [before, after]: [Point[], Point[]] = [[], []];
  let points: readonly Point[] = curve;
  while (points.length > 0) {
    before.push(points[0] ?? [0, 0]);
    after.unshift(points.at(-1) ?? [0, 0]);
    points = points.slice(1).map(([x, y], index) => {
      const [fromX, fromY] = points[index] ?? [x, y];
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
    });
  }
  const level = Math.round(before.at(-1)?.[1] ?? 0);
  return [rounded(before, before.length - 2, level), rounded(after, 0, level)];
}

/** Rounds points to whole steps. The points at `first` and `first + 1` get the same level. */
function rounded(points: readonly Point[], first: number, level: number): Point[] {
  return points.map(([x, y], index) => [Math.round(x), index === first || index === first + 1 ? level : Math.round(y)]);
}
