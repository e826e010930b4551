import { EMPTY_EXTENT, extentPoints, includePoints } from "../text/curve-extent.js";
import type { Box } from "../paint/fragment.js";
import { apply, IDENTITY, type Matrix } from "./matrix.js";
import { num } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** A path in the operators of PDF. */
export interface PdfPath {
  readonly operators: string;
  /** The box around the path, without a stroke. */
  readonly bounds: Box;
}

/** The number of coordinates of each command. */
const LENGTHS: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };

/**
 * Converts path data as the rasterizer writes it: absolute commands with spaces around each number. `matrix` transforms
 * all points.
 */
export function readPath(data: string, matrix: Matrix = IDENTITY): PdfPath {
  const words = data.split(" ");
  const written: string[] = [];
  const box = { ...EMPTY_EXTENT };
  let [x, y] = [0, 0];
  for (let at = 0; at < words.length;) {
    const command = words[at] ?? "";
    const length = LENGTHS[command];
    if (length === undefined) throw new Unsupported(`The path command ${command} is not known.`);
    const points: number[] = [];
    for (let index = at + 1; index < at + length; index += 2) {
      points.push(...apply(matrix, Number(words[index]), Number(words[index + 1])));
    }
    const cubic = command === "Q" ? elevated(x, y, points) : points;
    written.push(`${cubic.map((value) => num(value)).join(" ")} ${operatorOf(command)}`);
    includePoints(box, extentPoints([x, y], cubic));
    [x, y] = [points.at(-2) ?? x, points.at(-1) ?? y];
    at += 1 + length;
  }
  const { left, top, right, bottom } = box;
  return { operators: written.join("\n"), bounds: { x: left, y: top, width: right - left, height: bottom - top } };
}

function operatorOf(command: string): string {
  if (command === "Z") return "h";
  return command === "Q" ? "c" : command.toLowerCase();
}

/** Returns the control points of the cubic curve that equals a quadratic one. PDF has only cubic curves. */
function elevated(x: number, y: number, [cx = 0, cy = 0, ex = 0, ey = 0]: readonly number[]): number[] {
  const third = (from: number, to: number) => from + ((to - from) * 2) / 3;
  return [third(x, cx), third(y, cy), third(ex, cx), third(ey, cy), ex, ey];
}
