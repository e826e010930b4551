/** Reads the paths that the code under test writes, independently of it. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

const POINTS_PER_CURVE = 16;

/** Returns points along closed paths of the commands M, L, H, V, C and Z: each corner, and some on each line. */
export function pointsAlong(path: string): Point[] {
  const found: Point[] = [];
  let [start, at]: Point[] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  const here = () => at ?? { x: 0, y: 0 };
  const line = (to: Point) => {
    const from = here();
    for (let step = 1; step <= POINTS_PER_CURVE; step++) found.push(mix(from, to, step / POINTS_PER_CURVE));
    at = to;
  };
  for (const [, command, rest = ""] of path.matchAll(/([MLHVCZ])([^MLHVCZ]*)/g)) {
    const numbers = rest.trim().split(/[ ,]+/).map(Number);
    const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN] = numbers;
    if (command === "M") start = at = { x: a, y: b };
    if (command === "L") line({ x: a, y: b });
    if (command === "H") line({ x: a, y: here().y });
    if (command === "V") line({ x: here().x, y: a });
    if (command === "Z") line(start ?? here());
    if (command !== "C") continue;
    const [from, one, two, to] = [here(), { x: a, y: b }, { x: c, y: d }, { x: e, y: f }];
    // De Casteljau's algorithm.
    for (let step = 1; step <= POINTS_PER_CURVE; step++) {
      const t = step / POINTS_PER_CURVE;
      const [p, q, r] = [mix(from, one, t), mix(one, two, t), mix(two, to, t)];
      found.push(mix(mix(p, q, t), mix(q, r, t), t));
    }
    at = to;
  }
  return found;
}

/** Returns the box around points. */
export function boxAround(points: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function mix(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Returns the distance between a point and a closed line through other points. */
export function distanceTo(line: readonly Point[], { x, y }: Point): number {
  return Math.min(
    ...line.map((to, index) => {
      const from = line.at(index - 1) ?? to;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const squared = dx * dx + dy * dy;
      const along = squared === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / squared;
      const share = Math.max(0, Math.min(1, along));
      return Math.hypot(x - from.x - dx * share, y - from.y - dy * share);
    }),
  );
}
