/**
 * Counts the cost of drawing an SVG. Each reference draws its target again, so a few nested references can draw
 * millions of elements. Everything counts as often as it is drawn. The count uses the sanitized tree, because that tree
 * is drawn.
 */
import { ClipCosts } from "./clip-cost.js";
import { DrawingCostSum, MAX_COST, tooCostly } from "./drawing-cost-sum.js";
import type { SvgCost } from "./drawing-cost.js";
import { type EffectCost, effectCost } from "./effect-cost.js";
import { CostliestLook, type InheritedLook } from "./inherited-look.js";
import { type Tile, tileOf } from "./pattern-tile.js";
import { rasterPixels } from "./raster-pixels.js";
import type { SafeElement } from "./safe-element.js";
import { type ShapeCost, shapeCost } from "./shape-cost.js";
import { extentOf } from "./shape-extent.js";
import { numbersIn } from "./svg-bounds.js";
import { SvgError } from "./svg-error.js";
import { handedDown, NO_REFERENCES, referencesOf, type SvgReferences } from "./svg-references.js";
import { enlargementOf } from "./svg-transform.js";

/** The maximum factor by which a drawing can enlarge an element. */
export const MAX_ENLARGEMENT = 100_000;
/** The maximum length of a chain of references. */
const MAX_CHAIN = 32;

/**
 * Returns the cost of a sanitized tree. @throws SvgError if two elements have the same ID, if references form a cycle,
 * or if the tree costs too much at any size.
 */
export function costOfSvg(root: SafeElement, view: { readonly width: number; readonly height: number }): SvgCost {
  return new CostCounter(root, Math.max(view.width, view.height)).total();
}

/** The cost of an element without the elements inside, at any scale. */
interface OwnCost {
  readonly shape: ShapeCost;
  readonly effects: EffectCost;
  readonly imagePixels: number;
  readonly enlargement: number;
  readonly references: SvgReferences;
}

/** An element that references draw again. */
interface Target {
  readonly id: string;
  readonly element: SafeElement;
  /** The cost of drawing it, by the step of the scale. */
  readonly costs: SvgCost[];
  /** Whether it is being counted. */
  isOpen: boolean;
  tile?: Tile;
}

/** The targets whose content inherits from the elements around the target, not from what refers to it. */
const INHERITING = new Set(["mask", "pattern", "marker"]);

const NO_TARGETS: readonly Target[] = [];

class CostCounter {
  readonly #root: SafeElement;
  readonly #viewSide: number;
  readonly #look: InheritedLook;
  readonly #clips = new ClipCosts();
  readonly #byId = new Map<string, SafeElement>();
  readonly #targets = new Map<string, Target>();
  /** The costs of elements with neither attributes nor a text, by name. */
  readonly #plain = new Map<string, OwnCost>();
  /** The references that the content of targets inherits from the elements around the target. */
  readonly #around = new Map<SafeElement, SvgReferences>();
  /** The costs of elements inside of targets, which are counted for each scale. */
  readonly #inTargets = new Map<SafeElement, OwnCost>();
  #openTargets = 0;
  #counted = 0;
  #knownLargestArea: number | undefined;

  constructor(root: SafeElement, viewSide: number) {
    this.#root = root;
    this.#viewSide = viewSide;
    const look = new CostliestLook();
    this.#survey(root, look, NO_REFERENCES);
    this.#look = look.inherited();
  }

  total(): SvgCost {
    const sum = new DrawingCostSum();
    this.#count(this.#root, 1, sum);
    sum.assertWithinLimits();
    return sum;
  }

  /** Collects the targets of references, and the values that elements can inherit. */
  #survey(element: SafeElement, look: CostliestLook, around: SvgReferences): void {
    look.add(element);
    if (around !== NO_REFERENCES && INHERITING.has(element.name)) this.#around.set(element, around);
    const id = element.attributes.get("id");
    if (id !== undefined) {
      // Rasterizers disagree about which of them a reference means.
      if (this.#byId.has(id)) throw new SvgError(`Two elements have the id "${id.slice(0, 64)}"`);
      this.#byId.set(id, element);
    }
    if (element.children.length === 0) return;
    const inside = handedDown(element.attributes, around);
    for (const child of element.children) this.#survey(child, look, inside);
  }

  /**
   * Adds an element and everything inside to a sum. `around` is the factor by which the surrounding elements enlarge
   * it.
   */
  #count(element: SafeElement, around: number, sum: DrawingCostSum): void {
    // Each visited element eventually adds at least one to the cost, however deep the references are.
    if (++this.#counted > MAX_COST.elements) throw tooCostly("elements");
    const own = this.#ownCost(element);
    const scale = around * own.enlargement;
    if (!(scale <= MAX_ENLARGEMENT)) throw new SvgError(`The SVG enlarges an element over ${MAX_ENLARGEMENT} times`);
    const { ids, markers } = own.references;
    const patterns = this.#patternsOf(ids);
    if (markers.length === 0 && patterns.length === 0) {
      this.#countOwn(element, own, scale, sum);
      return;
    }
    const drawn = new DrawingCostSum();
    this.#countOwn(element, own, scale, drawn);
    let shapes = isShape(element) ? 1 : drawn.elements;
    // Markers are drawn at each corner of all shapes inside, because these inherit the markers.
    const corners = drawn.segments + 1;
    for (const id of markers) this.#addTarget(this.#targetOf(id), scale, corners, drawn);
    // The shapes of a marker can ask for the paint of the shape that has the marker.
    if (markers.length > 0 && this.#look.hasContextPaint) shapes = drawn.elements;
    // Patterns are last, because all shapes that are drawn for the element inherit them.
    this.#addPatterns(patterns, element, scale, shapes, drawn);
    sum.addTimes(drawn, 1);
  }

  /** Adds an element and everything inside, without markers and patterns. */
  #countOwn(element: SafeElement, own: OwnCost, scale: number, sum: DrawingCostSum): void {
    sum.elements += 1;
    sum.imagePixels += own.imagePixels;
    if (element.name === "feMorphology") sum.neighbors += neighborsOf(element, scale);
    sum.addShape(own.shape, scale);
    sum.addEffects(own.effects);
    for (const child of element.children) this.#count(child, scale, sum);
    for (const id of own.references.ids) {
      const target = this.#targetOf(id);
      if (target?.element.name !== "pattern") this.#addTarget(target, scale, 1, sum);
    }
  }

  /** Returns the patterns among the targets. Most elements have none. */
  #patternsOf(ids: readonly string[]): readonly Target[] {
    let patterns: Target[] | undefined;
    for (const id of ids) {
      const target = this.#targetOf(id);
      if (target?.element.name === "pattern") (patterns ??= []).push(target);
    }
    return patterns ?? NO_TARGETS;
  }

  /** Adds the patterns of an element. `shapes` is the number of drawn elements that can have the patterns. */
  #addPatterns(
    patterns: readonly Target[],
    element: SafeElement,
    scale: number,
    shapes: number,
    sum: DrawingCostSum,
  ): void {
    for (const pattern of patterns) {
      this.#addTarget(pattern, scale, shapes, sum);
      sum.tiles += this.#tilesOf(pattern, element, shapes) * scale ** 2;
    }
  }

  #addTarget(target: Target | undefined, scale: number, times: number, sum: DrawingCostSum): void {
    if (target !== undefined) sum.addTimes(this.#costOfTarget(target, scale), times);
  }

  /**
   * Returns the area of a pattern's tiles. `shapes` is the number of drawn elements that can have the pattern.
   */
  #tilesOf(pattern: Target, element: SafeElement, shapes: number): number {
    pattern.tile ??= tileOf(pattern.element, (id) => this.#byId.get(id), this.#viewSide);
    const { area, isShare } = pattern.tile;
    if (!isShare) return area;
    const { text = "" } = element;
    const letters = text.length * this.#look.fontSize ** 2;
    return area * (shapes === 1 && isShape(element) ? boxArea(element) + letters : shapes * this.#largestArea());
  }

  /** Returns the area of the largest box of a shape. A pattern of a group is drawn for each shape inside. */
  #largestArea(): number {
    this.#knownLargestArea ??= largestArea(this.#root);
    return this.#knownLargestArea;
  }

  #ownCost(element: SafeElement): OwnCost {
    const { name, attributes, text } = element;
    const isPlain = attributes.size === 0 && text === undefined && name !== "clipPath";
    const known = isPlain ? this.#plain.get(name) : this.#inTargets.get(element);
    if (known !== undefined) return known;
    const shape = shapeCost(element, this.#look);
    const own = {
      shape: name === "clipPath" ? { ...shape, ...this.#clips.of(element) } : shape,
      effects: effectCost(element),
      imagePixels: name === "image" ? (rasterPixels(attributes.get("href") ?? "") ?? 0) : 0,
      enlargement: enlargementOf(attributes),
      references: referencesOf(attributes),
    };
    if (isPlain) this.#plain.set(name, own);
    else if (this.#openTargets > 0) this.#inTargets.set(element, own);
    return own;
  }

  /** Adds the markers and patterns that the content of a target inherits from the elements around the target. */
  #addInherited(target: Target, scale: number, sum: DrawingCostSum): void {
    const around = this.#around.get(target.element);
    if (around === undefined) return;
    const corners = sum.segments + 1;
    for (const id of around.markers) {
      const marker = this.#targetOf(id);
      if (marker !== target) this.#addTarget(marker, scale, corners, sum);
    }
    const patterns = this.#patternsOf(around.ids).filter((pattern) => pattern !== target);
    this.#addPatterns(patterns, target.element, scale, sum.elements, sum);
  }

  #targetOf(id: string): Target | undefined {
    const known = this.#targets.get(id);
    if (known !== undefined) return known;
    const element = this.#byId.get(id);
    if (element === undefined) return undefined;
    const target = { id, element, costs: [], isOpen: false };
    this.#targets.set(id, target);
    return target;
  }

  #costOfTarget(target: Target, scale: number): SvgCost {
    if (target.isOpen) throw new SvgError(`The element "${target.id}" refers to itself`);
    if (this.#openTargets >= MAX_CHAIN) throw new SvgError(`References follow each other over ${MAX_CHAIN} times`);
    // The scale is rounded up to a power of eight, so that few different scales are counted.
    const step = Math.ceil(Math.log2(Math.max(scale, 1)) / 3);
    const known = target.costs[step];
    if (known !== undefined) return known;
    const sum = new DrawingCostSum();
    target.isOpen = true;
    this.#openTargets += 1;
    this.#count(target.element, 8 ** step, sum);
    this.#addInherited(target, 8 ** step, sum);
    this.#openTargets -= 1;
    target.isOpen = false;
    target.costs[step] = sum;
    return sum;
  }
}

/** Returns whether an element draws nothing but itself. */
function isShape({ name, children }: SafeElement): boolean {
  return children.length === 0 && name !== "use";
}

function largestArea(element: SafeElement): number {
  let most = boxArea(element);
  for (const child of element.children) most = Math.max(most, largestArea(child));
  return most;
}

function boxArea({ name, attributes }: SafeElement): number {
  const { width, height } = extentOf(name, attributes);
  return width * height;
}

/**
 * Returns the area that a filter reads around each pixel. Most filters read only the pixel itself, or take a time that
 * does not depend on the radius.
 */
function neighborsOf({ attributes }: SafeElement, scale: number): number {
  const [x = 0, y = x] = numbersIn(attributes.get("radius") ?? "0");
  return (2 * Math.abs(x) * scale + 1) * (2 * Math.abs(y) * scale + 1);
}
