import type { Box } from "./fragment.js";
import { ELLIPSE, type Outline } from "./outline.js";
import { pointAt, type Section, sectionsOf } from "./path-line.js";
import { num } from "./svg.js";

/** The maximum number of dashes or dots. The border of a large box that is very thin would have a million of them. */
const MAX_MARKS = 2000;

/** An ellipse needs this many border widths across, so that it has marks. */
const ROOM_FOR_MARKS = 4;

/** A border in marks: its width, its kind of mark, and its color as attributes for `fill` and for `stroke`. */
export interface MarkedBorder {
  readonly width: number;
  readonly style: "dashed" | "dotted";
  readonly fill: string;
  readonly stroke: string;
}

/**
 * Returns a border of dashes or dots in the middle of its width. Dashes are twice as long as the border is wide, and
 * dots are as long as it is wide. The gaps are about as long as a mark. Every corner is in the middle of a mark, and the
 * gaps are stretched so that each side has whole marks. Returns undefined if the border has no room for marks.
 */
export function dashedBorder(box: Box, outline: Outline, border: MarkedBorder): string | undefined {
  const path = outline.path(box, border.width / 2);
  const { sections, hasCorners } = sectionsOf(path);
  const total = sections.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return undefined;
  // At the ends of a flat ellipse, marks that are this wide would fold over themselves.
  if (outline === ELLIPSE && ROOM_FOR_MARKS * border.width > Math.min(box.width, box.height)) return undefined;
  const mark = Math.max(border.width * (border.style === "dashed" ? 2 : 1), total / (2 * MAX_MARKS));
  const counts = sections.map(({ length }) => Math.max(1, Math.round(length / (2 * mark))));
  if (border.style === "dotted") return `<path d="${dots(sections, counts, border.width)}" ${border.fill}/>`;
  const lengths = hasCorners ? dashesBetweenCorners(sections, counts) : evenDashes(total, counts[0] ?? 1);
  const contour = sections.map((section, index) => lineThrough(section, index === 0)).join("");
  return (
    `<path d="${hasCorners ? contour : path}${hasCorners ? "Z" : ""}" fill="none" ${border.stroke} ` +
    `stroke-width="${num(border.width)}" stroke-miterlimit="100" stroke-dasharray="${lengths.map(num).join(" ")}"/>`
  );
}

/** Returns the lengths of dashes and gaps along an outline without corners. All of them are written, so that they count as work. */
function evenDashes(total: number, count: number): number[] {
  return Array.from({ length: 2 * count }, () => total / (2 * count));
}

/** Returns the lengths of dashes and gaps along sections that begin and end with half a dash. */
function dashesBetweenCorners(sections: readonly Section[], counts: readonly number[]): number[] {
  const lengths = [0];
  for (const [index, { length }] of sections.entries()) {
    const count = counts[index] ?? 1;
    const each = length / (2 * count);
    lengths.push((lengths.pop() ?? 0) + each / 2, each);
    for (let further = 1; further < count; further++) lengths.push(each, each);
    lengths.push(each / 2);
  }
  // The last half dash ends with the outline. It is a little longer, so that no rounding cuts it.
  lengths.push((lengths.pop() ?? 0) + 1, 1);
  return lengths;
}

function lineThrough({ points }: Section, isFirst: boolean): string {
  return points.map(({ x, y }, index) => `${index === 0 && isFirst ? "M" : "L"}${num(x)} ${num(y)}`).join("");
}

/** Returns the path of dots in even distances, with a dot at the start of each section. */
function dots(sections: readonly Section[], counts: readonly number[], diameter: number): string {
  return sections
    .flatMap((section, index) => {
      const count = counts[index] ?? 1;
      return Array.from({ length: count }, (_, dot) => {
        const { x, y } = pointAt(section, (section.length * dot) / count);
        return ELLIPSE.path({ x: x - diameter / 2, y: y - diameter / 2, width: diameter, height: diameter });
      });
    })
    .join("");
}
