/** The cost of drawing the shapes and letters of an SVG: their edges row by row, and their areas. */
import type { SafeElement } from "./safe-element.js";
import { boxWork, clipWork, placesOf, turned } from "./box-work.js";
import type { PathExtent } from "./path-extent.js";
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
  /** Whether strokes can have round ends or corners, which cross those of their neighbors. */
  readonly isRound: boolean;
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
    isRound: all.some(({ attributes }) => ROUNDINGS.some((key) => attributes.get(key)?.trim() === "round")),
    turns: all.some(({ attributes }) => /rotate|skew|matrix/.test(attributes.get("transform") ?? "")),
  };
}

const ROUNDINGS = ["stroke-linecap", "stroke-linejoin"];

/** Microseconds for each row of pixels that an edge crosses: alone, and for each further edge of the same shape there. */
const EDGE_US = 0.15;
const CROWDED_EDGE_US = 0.0015;
/** More edges in one row are mostly those of a drawing that repeats itself, which are in order. */
const MAX_CROWD = 4_000;
/** The time for an upright edge of a path without slanted ones, compared with a slanted one. */
const UPRIGHT = 0.2;
/** The same for an edge of a path that goes to the right only: in each row, its edges are in order. */
const ORDERED_EDGE_US = 0.05;
/** An area and its stroke, compared with the area alone. */
const STROKED = 2.3;
/** Microseconds for each pixel in the box of a shape: in a color, and with a gradient from a center. */
const AREA_US = { plain: 0.0008, radial: 0.011 } as const;
const SEGMENTS_PER_LETTER = 20;
/** The heights of all edges of a letter, in font sizes. */
const LETTER_RISE = 6;

type ShapeCost = Pick<SvgCost, "segments" | "edges" | "edgesPerRow" | "boxes" | "areas" | "areasPerPixel">;

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
  const isBoxed = extent.spans !== undefined && !extent.closesSlanted && !inherited.turns;
  const slanted = extent.rise + (isBoxed ? UPRIGHT * apart(extent) : extent.uprightRise);
  const rise = (width === 0 ? 1 : STROKED) * slanted + (joins + ends) * width;
  const isRound = inherited.isRound && width > 0;
  // Dashes without round ends follow each other in order, so they crowd a row no more than the line does.
  const crowd = isRound ? slanted + ends * width : slanted;
  const isOrdered = (extent.isOrdered || isBoxed) && !isRound;
  const each = isOrdered ? ORDERED_EDGE_US : edgeUs(crowd, extent.band, isRound ? drawn : drawn - ends);
  const radial = inherited.hasRadial && (inherited.handsDownPaint || hasPaint(element));
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

/** The heights of upright segments, where those that lie upon each other count as two. */
function apart({ uprightRise, height, spans = [] }: PathExtent): number {
  return Math.min(uprightRise, 2 * placesOf(spans) * height);
}

function boxesOf({ spans, closesSlanted }: PathExtent, strokeWidth: number, { turns }: InheritedLook): number {
  if (spans === undefined) return 0;
  const ways = turns ? [spans, turned(spans)] : [spans];
  const works = ways.map(
    (way) => (closesSlanted ? 0 : boxWork(way, 0)) + (strokeWidth === 0 ? 0 : boxWork(way, strokeWidth / 2)),
  );
  return Math.max(...works);
}

/** A clip path of fewer edges takes no time. */
const FEW_EDGES = 50;

/** The cost of a clip path besides that of its shapes: it is drawn as one path, in which they cross each other. */
export function clipCost(element: SafeElement): Pick<ShapeCost, "edges" | "edgesPerRow" | "boxes"> {
  const extents = withInner(element).map(({ name, attributes }) => extentOf(name, attributes));
  const sum = (valueOf: (extent: PathExtent) => number) => extents.reduce((total, each) => total + valueOf(each), 0);
  const segments = sum((extent) => extent.segments);
  if (segments < FEW_EDGES) return { edges: 0, edgesPerRow: 0, boxes: 0 };
  const rise = sum((extent) => extent.rise + extent.uprightRise);
  const highest = extents.reduce((most, { height }) => Math.max(most, height), 0);
  const each = edgeUs(rise, highest, segments);
  const uprights = sum(({ spans = [] }) => spans.length);
  return { edges: rise * each, edgesPerRow: 2 * segments * each, boxes: clipWork(uprights) };
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
