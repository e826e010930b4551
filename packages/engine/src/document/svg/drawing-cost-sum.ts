import type { SvgCost } from "./drawing-cost.js";
import type { EffectCost } from "./effect-cost.js";
import type { ShapeCost } from "./shape-cost.js";
import { SvgError } from "./svg-error.js";

/** Limits that no drawing needs to exceed, at any size. */
export const MAX_COST: SvgCost = {
  elements: 20_000,
  segments: 1_000_000,
  layers: 400,
  passes: 200,
  neighbors: 100_000,
  imagePixels: 50_000_000,
  // These depend on the size of the picture, so only their work at a certain size is limited. The limits here only keep
  // them finite.
  edges: 1e15,
  edgesPerRow: 1e15,
  boxes: 1e15,
  areas: 1e15,
  areasPerPixel: 1e15,
  tiles: 1e15,
  buffers: 1e15,
  filters: 1e15,
};

const NAMES: Readonly<Record<keyof SvgCost, string>> = {
  elements: "elements, counted as often as they are drawn",
  segments: "lines, curves and dashes",
  layers: "masks, clips, patterns and opacities",
  passes: "filters",
  neighbors: "filters with a large radius",
  imagePixels: "pixels in embedded images",
  edges: "long lines",
  edgesPerRow: "lines",
  boxes: "upright lines",
  areas: "large shapes",
  areasPerPixel: "shapes",
  tiles: "large patterns",
  buffers: "masks, clips, patterns and opacities",
  filters: "filters",
};
const KEYS = Object.keys(NAMES) as (keyof SvgCost)[];

/** Adds up the cost of drawing an SVG. */
export class DrawingCostSum implements SvgCost {
  elements = 0;
  segments = 0;
  layers = 0;
  passes = 0;
  neighbors = 0;
  imagePixels = 0;
  edges = 0;
  edgesPerRow = 0;
  boxes = 0;
  areas = 0;
  areasPerPixel = 0;
  tiles = 0;
  buffers = 0;
  filters = 0;

  /** Adds a shape that is drawn at a scale. */
  addShape(shape: ShapeCost, scale: number): void {
    this.segments += shape.segments;
    this.edges += shape.edges * scale;
    this.edgesPerRow += shape.edgesPerRow;
    this.boxes += shape.boxes;
    this.areas += shape.areas * scale ** 2;
    this.areasPerPixel += shape.areasPerPixel;
  }

  addEffects(effects: EffectCost): void {
    this.layers += effects.layers;
    this.passes += effects.passes;
    this.buffers += effects.buffers;
    this.filters += effects.filters;
  }

  /**
   * Adds the cost of something that is drawn a number of times. @throws SvgError if there are too many elements, so
   * that the sums stay finite
   */
  addTimes(cost: SvgCost, times: number): void {
    this.elements += cost.elements * times;
    this.segments += cost.segments * times;
    this.layers += cost.layers * times;
    this.passes += cost.passes * times;
    this.neighbors += cost.neighbors * times;
    this.imagePixels += cost.imagePixels * times;
    this.edges += cost.edges * times;
    this.edgesPerRow += cost.edgesPerRow * times;
    this.boxes += cost.boxes * times;
    this.areas += cost.areas * times;
    this.areasPerPixel += cost.areasPerPixel * times;
    this.tiles += cost.tiles * times;
    this.buffers += cost.buffers * times;
    this.filters += cost.filters * times;
    if (this.elements > MAX_COST.elements) throw tooCostly("elements");
  }

  /** Checks the limits. @throws SvgError if the SVG costs too much at any size */
  assertWithinLimits(): void {
    for (const key of KEYS) {
      // This also refuses NaN.
      if (!(this[key] <= MAX_COST[key])) throw tooCostly(key);
    }
  }
}

/** Returns the error of an SVG that has too much of something. */
export function tooCostly(what: keyof SvgCost): SvgError {
  return new SvgError(`The SVG is too costly to draw: it has too many ${NAMES[what]}`);
}
