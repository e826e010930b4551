/**
 * What drawing an SVG needs. Each reference draws its target again, so a few nested references can draw millions of
 * elements. Everything counts as often as it is drawn. It is counted on the sanitized tree, which is the one drawn.
 */
import type { SvgCost } from "./drawing-cost.js";
import { effectCost } from "./effect-cost.js";
import { rasterPixels } from "./raster-pixels.js";
import type { SafeElement } from "./safe-element.js";
import { clipCost, type InheritedLook, inheritedLook, shapeCost } from "./shape-cost.js";
import { type TileSurroundings, tileArea } from "./pattern-tile.js";
import { extentOf } from "./shape-extent.js";
import { enlargementOf } from "./svg-transform.js";
import { numbersIn } from "./svg-bounds.js";
import { SvgError } from "./svg-error.js";

type Mutable = { -readonly [Key in keyof SvgCost]: number };

/** Limits that no drawing needs to exceed, at any size. */
const MAX_COST: SvgCost = {
  elements: 20_000,
  segments: 1_000_000,
  layers: 400,
  passes: 200,
  neighbors: 100_000,
  imagePixels: 50_000_000,
  // These depend on the size of the picture, so only their work at a size is limited. They must stay numbers.
  edges: 1e15,
  edgesPerRow: 1e15,
  boxes: 1e15,
  areas: 1e15,
  areasPerPixel: 1e15,
  tiles: 1e15,
  buffers: 1e15,
  filters: 1e15,
};
const MAX_ENLARGEMENT = 100_000;
/** References that follow each other. */
const MAX_CHAIN = 32;

const MARKERS = new Set(["marker", "marker-start", "marker-mid", "marker-end"]);

/** The cost of a sanitized tree. @throws SvgError if references form a circle, or the tree costs too much at any size. */
export function costOfSvg(root: SafeElement, view: { readonly width: number; readonly height: number }): SvgCost {
  return new CostCounter(root, Math.max(view.width, view.height)).total();
}

class CostCounter {
  readonly #root: SafeElement;
  readonly #byId = new Map<string, SafeElement>();
  readonly #known = new Map<string, SvgCost>();
  readonly #own = new Map<SafeElement, SvgCost>();
  readonly #inProgress = new Set<string>();
  readonly #inherited: InheritedLook;
  readonly #surroundings: TileSurroundings;
  /** The largest box of a shape. A pattern of a group is drawn for each shape inside. */
  #largestArea = 0;

  constructor(root: SafeElement, viewSide: number) {
    this.#root = root;
    const visit = (element: SafeElement) => {
      const id = element.attributes.get("id");
      if (id !== undefined) this.#byId.set(id, element);
      this.#largestArea = Math.max(this.#largestArea, boxArea(element));
      element.children.forEach(visit);
    };
    visit(root);
    this.#inherited = inheritedLook(root);
    this.#surroundings = { byId: this.#byId, viewSide };
  }

  total(): SvgCost {
    const cost = this.#costOf(this.#root, 1);
    for (const key of KEYS) {
      if (cost[key] > MAX_COST[key]) throw new SvgError(`The SVG is too costly to draw: it has too many ${NAMES[key]}`);
    }
    return cost;
  }

  #costOf(element: SafeElement, around: number): SvgCost {
    const { attributes, children } = element;
    const scale = around * enlargementOf(attributes);
    if (!(scale <= MAX_ENLARGEMENT)) throw new SvgError(`The SVG enlarges an element over ${MAX_ENLARGEMENT} times`);
    const own = this.#ownCost(element);
    const cost: Mutable = {
      ...own,
      neighbors: neighborsOf(element, scale),
      edges: own.edges * scale,
      areas: own.areas * scale ** 2,
    };
    for (const child of children) add(cost, this.#costOf(child, scale));
    const markers: string[] = [];
    for (const [key, value] of attributes) {
      if (!isReference(key, value)) continue;
      if (MARKERS.has(key)) markers.push(...referencesOf(key, value));
      else {
        for (const id of referencesOf(key, value)) {
          add(cost, this.#costOfTarget(id, scale));
          cost.tiles += this.#tilesOf(id, element, cost.elements) * scale ** 2;
        }
      }
    }
    // Markers are drawn at each corner of everything inside, which inherits them.
    const corners = cost.segments + 1;
    for (const id of markers) add(cost, this.#costOfTarget(id, scale), corners);
    return cost;
  }

  /** The tiles of a pattern. `shapes` is the number of elements that can inherit it, if the element is a group. */
  #tilesOf(id: string, element: SafeElement, shapes: number): number {
    const pattern = this.#byId.get(id);
    if (pattern?.name !== "pattern") return 0;
    const { name, children, text = "" } = element;
    const isShape = children.length === 0 && name !== "use";
    const letters = text.length * this.#inherited.fontSize ** 2;
    const area = isShape ? boxArea(element) + letters : shapes * this.#largestArea;
    return tileArea(pattern, area, this.#surroundings);
  }

  /** What an element itself costs at any scale. Kept, because references count it again. */
  #ownCost(element: SafeElement): SvgCost {
    const known = this.#own.get(element);
    if (known !== undefined) return known;
    const { name, attributes } = element;
    const cost: Mutable = {
      elements: 1,
      neighbors: 0,
      tiles: 0,
      imagePixels: name === "image" ? (rasterPixels(attributes.get("href") ?? "") ?? 0) : 0,
      ...shapeCost(element, this.#inherited),
      ...effectCost(element),
    };
    if (name === "clipPath") {
      const clip = clipCost(element);
      for (const key of ["edges", "edgesPerRow", "boxes"] as const) cost[key] += clip[key];
    }
    this.#own.set(element, cost);
    return cost;
  }

  #costOfTarget(id: string, scale: number): SvgCost {
    const target = this.#byId.get(id);
    if (target === undefined) return NOTHING;
    if (this.#inProgress.has(id)) throw new SvgError(`The element "${id}" refers to itself`);
    if (this.#inProgress.size >= MAX_CHAIN) throw new SvgError(`References follow each other over ${MAX_CHAIN} times`);
    // Rounded up to a power of eight, so that few different ones are counted.
    const steps = Math.ceil(Math.log2(Math.max(scale, 1)) / 3);
    const known = this.#known.get(`${steps} ${id}`);
    if (known !== undefined) return known;
    this.#inProgress.add(id);
    const counted = this.#costOf(target, 8 ** steps);
    this.#inProgress.delete(id);
    this.#known.set(`${steps} ${id}`, counted);
    return counted;
  }
}

function boxArea({ name, attributes }: SafeElement): number {
  const { width, height } = extentOf(name, attributes);
  return width * height;
}

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
const NOTHING = Object.fromEntries(KEYS.map((key) => [key, 0])) as Record<keyof SvgCost, number>;

function add(sum: Mutable, cost: SvgCost, times = 1): void {
  // The sums stop above the limits, so that they stay numbers.
  for (const key of KEYS) sum[key] = Math.min(sum[key] + cost[key] * times, MAX_COST[key] * 2 + 1);
}

/** Most filters read only the pixel itself, or do so in a time that does not depend on the radius. */
function neighborsOf({ name, attributes }: SafeElement, scale: number): number {
  if (name !== "feMorphology") return 0;
  const [x = 0, y = x] = numbersIn(attributes.get("radius") ?? "0");
  return (2 * Math.abs(x) * scale + 1) * (2 * Math.abs(y) * scale + 1);
}

/** Most values refer to nothing, and path data can be long. */
function isReference(key: string, value: string): boolean {
  return key === "href" || value.includes("url(#");
}

function referencesOf(key: string, value: string): string[] {
  if (key === "href") return value.startsWith("#") ? [value.slice(1)] : [];
  return value
    .split("url(#")
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(rest.indexOf(")"), 0)).trim());
}
