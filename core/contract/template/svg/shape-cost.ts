/** The cost of drawing the shapes and letters of an SVG: their edges row by row, and their areas. */
import type { SafeElement } from "./safe-element.js";
import { dashesOf, extentOf } from "./shape-extent.js";
import { numbersIn } from "./svg-bounds.js";
import type { SvgCost } from "./drawing-cost.js";

/** What shapes can inherit, from whatever is around them or refers to them. The costliest counts for all of them. */
export interface InheritedLook {
  readonly dashes: readonly string[];
  /** 0 if nothing has a stroke. */
  readonly strokeWidth: number;
  readonly fontSize: number;
  /** Whether there are radial gradients, and something that can hand a gradient down. */
  readonly hasRadial: boolean;
  readonly handsDownPaint: boolean;
  /** Whether upright edges can be drawn slanted. */
  readonly turns: boolean;
}

/** Collects what shapes can inherit in an SVG. */
export function inheritedLook(root: SafeElement): InheritedLook {
  const all = withInner(root);
  const numbers = (key: string) => all.flatMap(({ attributes }) => numbersIn(attributes.get(key) ?? "").map(Math.abs));
  const hasStroke = all.some(({ attributes }) => (attributes.get("stroke") ?? "none").trim() !== "none");
  const parents = all.filter(({ name, children }) => children.length > 0 || name === "use");
  return {
    dashes: parents.flatMap(({ attributes }) => attributes.get("stroke-dasharray") ?? []),
    strokeWidth: hasStroke ? numbers("stroke-width").reduce((most, each) => Math.max(most, each), 1) : 0,
    fontSize: numbers("font-size").reduce((most, each) => Math.max(most, each), 16),
    hasRadial: all.some(({ name }) => name === "radialGradient"),
    handsDownPaint: parents.some(hasPaint),
    turns: all.some(({ attributes }) => /rotate|skew|matrix/.test(attributes.get("transform") ?? "")),
  };
}

/** Microseconds for each row of pixels that an edge crosses: alone, and for each further edge of the same shape there. */
const EDGE_US = 0.15;
const CROWDED_EDGE_US = 0.0015;
/** More edges in one row are mostly those of a drawing that repeats itself, which are in order. */
const MAX_CROWD = 4_000;
/** The time for an upright edge, compared with a slanted one. */
const UPRIGHT = 0.004;
/** An area and its stroke, compared with the area alone. */
const STROKED = 2.3;
/** Microseconds for each pixel in the box of a shape: in a color, and with a gradient from a center. */
const AREA_US = { plain: 0.0008, radial: 0.011 } as const;
const SEGMENTS_PER_LETTER = 20;
/** The heights of all edges of a letter, in font sizes. */
const LETTER_RISE = 6;

type ShapeCost = Pick<SvgCost, "segments" | "edges" | "edgesPerRow" | "areas" | "areasPerPixel">;

/** The cost of an element's own shape or letters, in the element's units. */
export function shapeCost(element: SafeElement, inherited: InheritedLook): ShapeCost {
  const { name, attributes, text = "" } = element;
  if (text !== "") return letterCost(text.length, inherited);
  const extent = extentOf(name, attributes);
  if (extent.segments === 0) return letterCost(0, inherited);
  const width = attributes.get("stroke") === "none" ? 0 : inherited.strokeWidth;
  const dashes = dashesOf(extent, attributes, inherited.dashes);
  const segments = extent.segments + dashes;
  // A stroke is drawn after the area, with two edges for each segment, and for joins and the ends of dashes.
  const joins = width === 0 ? 0 : extent.segments;
  const ends = width === 0 ? 0 : 2 * dashes;
  const drawn = (width === 0 ? 1 : STROKED) * extent.segments + joins + ends;
  const slanted = extent.rise + extent.uprightRise * (inherited.turns ? 1 : UPRIGHT);
  const rise = (width === 0 ? 1 : STROKED) * slanted + (joins + ends) * width;
  const each = edgeUs(slanted + ends * width, extent.band, drawn);
  const radial = inherited.hasRadial && (inherited.handsDownPaint || hasPaint(element));
  const area = radial ? AREA_US.radial : AREA_US.plain;
  return {
    segments,
    edges: rise * each,
    edgesPerRow: 2 * drawn * each,
    areas: (extent.width + width) * (extent.height + width) * area,
    areasPerPixel: area,
  };
}

function letterCost(letters: number, { fontSize }: InheritedLook): ShapeCost {
  return {
    segments: letters * SEGMENTS_PER_LETTER,
    edges: letters * LETTER_RISE * fontSize * EDGE_US,
    edgesPerRow: letters * SEGMENTS_PER_LETTER * EDGE_US,
    areas: letters * fontSize ** 2 * AREA_US.plain,
    areasPerPixel: letters * AREA_US.plain,
  };
}

/** The time for an edge in a row. The rasterizer sorts the edges of a shape in each row. */
function edgeUs(rise: number, band: number, edges: number): number {
  const crowd = band > 0 ? rise / band : edges;
  return EDGE_US + Math.min(crowd, edges, MAX_CROWD) * CROWDED_EDGE_US;
}

function hasPaint({ attributes }: SafeElement): boolean {
  return ["fill", "stroke"].some((key) => attributes.get(key)?.includes("url(") === true);
}

function withInner(root: SafeElement): SafeElement[] {
  const all = [root];
  // The list grows while it is read.
  for (const { children } of all) for (const child of children) all.push(child);
  return all;
}
