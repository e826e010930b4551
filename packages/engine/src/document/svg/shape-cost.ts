/** The cost of drawing the shapes and letters of an SVG: their edges row by row, and their areas. */
import { boxWork } from "./box-work.js";
import type { SvgCost } from "./drawing-cost.js";
import { type InheritedLook, isPaintServer } from "./inherited-look.js";
import type { PathExtent } from "./path-extent.js";
import type { SafeElement } from "./safe-element.js";
import { dashesOf, extentOf } from "./shape-extent.js";

/**
 * Microseconds for each row of pixels that an edge crosses, and additionally for each further edge of the same shape
 * there.
 */
const EDGE_US = 0.15;
const CROWDED_EDGE_US = 0.0015;
/**
 * The maximum number of edges that count in one row. A drawing with more edges in a row mostly repeats itself, so its
 * edges are in order.
 */
const MAX_CROWD = 4_000;
/** The time for a vertical edge of a path without slanted edges, compared with a slanted edge. */
const VERTICAL_EDGE_FACTOR = 0.2;
/**
 * Microseconds for each row that an edge crosses if the path only goes to the right. Its edges are in order in each
 * row.
 */
const ORDERED_EDGE_US = 0.05;
/** The cost of an area with its stroke, compared with the area alone. */
const STROKE_FACTOR = 2.3;
/** Microseconds for each pixel in the box of a shape, with a color and with a radial gradient. */
const AREA_US = { plain: 0.0008, radial: 0.011 } as const;
const SEGMENTS_PER_LETTER = 20;
/** The sum of the heights of all edges of a letter, in font sizes. */
const LETTER_RISE = 6;

export type ShapeCost = Pick<SvgCost, "segments" | "edges" | "edgesPerRow" | "boxes" | "areas" | "areasPerPixel">;

const NO_SHAPE: ShapeCost = { segments: 0, edges: 0, edgesPerRow: 0, boxes: 0, areas: 0, areasPerPixel: 0 };

/** Returns the cost of an element's own shape or letters, in the element's units. */
export function shapeCost(element: SafeElement, inherited: InheritedLook): ShapeCost {
  const { name, attributes, text } = element;
  if (text !== undefined) return letterCost(text.length, inherited);
  const extent = extentOf(name, attributes);
  if (extent.segments === 0) return NO_SHAPE;
  const width = attributes.get("stroke") === "none" ? 0 : inherited.strokeWidth;
  const dashes = dashesOf(extent, attributes, inherited.dashPeriod);
  const segments = extent.segments + dashes;
  // A stroke is drawn after the area. It has two edges for each segment, and further edges for joins and for the ends
  // of dashes.
  const joins = width === 0 ? 0 : extent.segments;
  const ends = width === 0 ? 0 : 2 * dashes;
  const drawn = (width === 0 ? 1 : STROKE_FACTOR) * extent.segments + joins + ends;
  const isBoxed = extent.spans !== undefined && !extent.closesSlanted && !inherited.turns;
  const slanted = extent.rise + (isBoxed ? VERTICAL_EDGE_FACTOR * apart(extent) : extent.uprightRise);
  const rise = (width === 0 ? 1 : STROKE_FACTOR) * slanted + (joins + ends) * width;
  const isRound = inherited.isRound && width > 0;
  // Dashes without round ends follow each other in order, so they crowd a row no more than a solid line does.
  const crowd = isRound ? slanted + ends * width : slanted;
  const isOrdered = (extent.isOrdered || isBoxed) && !isRound;
  const each = isOrdered ? ORDERED_EDGE_US : edgeUs(crowd, extent.band, isRound ? drawn : drawn - ends);
  const radial = inherited.hasRadial && (inherited.handsDownPaint || hasPaint(attributes));
  const area = radial ? AREA_US.radial : AREA_US.plain;
  return {
    segments,
    edges: rise * each,
    edgesPerRow: 2 * drawn * each,
    boxes: boxesOf(extent, width, inherited),
    areas: (extent.width + width) * (extent.height + width) * area,
    areasPerPixel: area,
  };
}

/** Returns the sum of the heights of vertical segments. Segments on top of each other count as two. */
function apart({ uprightRise, height, spans }: PathExtent): number {
  if (spans === undefined || uprightRise === 0) return 0;
  return Math.min(uprightRise, 2 * spans.places("down", uprightRise / (2 * height)) * height);
}

function boxesOf({ spans, closesSlanted }: PathExtent, strokeWidth: number, { turns }: InheritedLook): number {
  if (spans === undefined) return 0;
  let most = 0;
  for (const direction of turns ? (["down", "across"] as const) : (["down"] as const)) {
    const area = closesSlanted ? 0 : boxWork(spans, 0, direction);
    const stroke = strokeWidth === 0 ? 0 : boxWork(spans, strokeWidth / 2, direction);
    most = Math.max(most, area + stroke);
  }
  return most;
}

function letterCost(letters: number, { fontSize }: InheritedLook): ShapeCost {
  return {
    segments: letters * SEGMENTS_PER_LETTER,
    edges: letters * LETTER_RISE * fontSize * EDGE_US,
    edgesPerRow: letters * SEGMENTS_PER_LETTER * EDGE_US,
    boxes: 0,
    areas: letters * fontSize ** 2 * AREA_US.plain,
    areasPerPixel: letters * AREA_US.plain,
  };
}

/** Returns the time for an edge in a row, in microseconds. The rasterizer sorts the edges of a shape in each row. */
export function edgeUs(rise: number, band: number, edges: number): number {
  const crowd = band > 0 ? rise / band : edges;
  return EDGE_US + Math.min(crowd, edges, MAX_CROWD) * CROWDED_EDGE_US;
}

function hasPaint(attributes: SafeElement["attributes"]): boolean {
  return isPaintServer(attributes.get("fill") ?? "") || isPaintServer(attributes.get("stroke") ?? "");
}
