import type { Box } from "./fragment.js";
import { ELLIPSE, type Outline } from "./outline.js";
import { joinSections, pointAt, type Section, sectionsOf } from "./path-line.js";
import { strip } from "./strip.js";

/** The maximum number of dashes or dots. The border of a large box that is very thin would have a million of them. */
const MAX_MARKS = 2000;

/** A box needs this many border widths across, so that it has marks. */
const ROOM_FOR_MARKS = 4;

/** A border in marks: its width, its kind of mark, and its color as attributes for `fill`. */
export interface MarkedBorder {
  readonly width: number;
  readonly style: "dashed" | "dotted";
  readonly fill: string;
}

/**
 * Returns a border of dashes or dots in the middle of its width. Dashes are twice as long as the border is wide, and
 * dots are as long as it is wide. The gaps are about as long as a mark. Every corner is in the middle of a mark, and the
 * gaps are stretched so that each side has whole marks. Returns undefined if the border has no room for marks.
 */
export function dashedBorder(box: Box, outline: Outline, border: MarkedBorder): string | undefined {
  const path = outline.path(box, border.width / 2);
  const sections = sectionsOf(path);
  const total = sections.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return undefined;
  // At corners and at the ends of a flat ellipse, marks that are this wide would fold over themselves.
  if (ROOM_FOR_MARKS * border.width > Math.min(box.width, box.height)) return undefined;
  const mark = Math.max(border.width * (border.style === "dashed" ? 2 : 1), total / (2 * MAX_MARKS));
  const counts = sections.map(({ length }) => Math.max(1, Math.round(length / (2 * mark))));
  const marks = (border.style === "dotted" ? dots : dashes)(sections, counts, border.width);
  return `<path d="${marks}" ${border.fill}/>`;
}

/** Returns the path of dashes. Each section begins with half of the dash that the section before it ends with. */
function dashes(sections: readonly Section[], counts: readonly number[], width: number): string {
  const outline = joinSections(sections);
  const halves = sections.map(({ length }, index) => length / (4 * (counts[index] ?? 1)));
  let start = 0;
  const paths = sections.map(({ length }, index) => {
    const half = halves[index] ?? 0;
    // The section before the first one is the last one. Without corners, that is the same one.
    const before = halves.at(index - 1) ?? half;
    const places = Array.from({ length: counts[index] ?? 1 }, (_, dash) => start + 4 * half * dash);
    start += length;
    return places
      .map((place, dash) => strip(outline, place - (dash === 0 ? before : half), place + half, width))
      .join("");
  });
  return paths.join("");
}

/** Returns the path of dots at even distances, with a dot at the start of each section. */
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
