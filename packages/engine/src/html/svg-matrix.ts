import { numbersIn } from "../document/svg/svg-bounds.js";

/** A matrix as SVG writes it. */
export type SvgMatrix = readonly [number, number, number, number, number, number];

export const IDENTITY: SvgMatrix = [1, 0, 0, 1, 0, 0];

/** Returns the matrix for the content of an element, or undefined if satori does not write transforms of this form. */
export function placedBy(around: SvgMatrix, transform: string | undefined): SvgMatrix | undefined {
  if (transform === undefined) return around;
  const inside = /^\s*matrix\(([^()]*)\)\s*$/.exec(transform)?.[1];
  const numbers = numbersIn(inside ?? "");
  if (numbers.length !== 6) return undefined;
  const [a, b, c, d, e, f] = around;
  const [g, h, i, j, k, l] = numbers as unknown as SvgMatrix;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
