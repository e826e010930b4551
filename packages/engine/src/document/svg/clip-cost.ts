/**
 * The cost of clip paths, in addition to the cost of their shapes. A clip path is drawn as one path, in which its
 * shapes can cross each other.
 */
import { clipWork } from "./box-work.js";
import type { SafeElement } from "./safe-element.js";
import { edgeUs, type ShapeCost } from "./shape-cost.js";
import { extentOf } from "./shape-extent.js";

/** A clip path with fewer edges costs nothing extra. */
const FEW_EDGES = 50;

/** The total extent of the shapes inside of an element. */
interface InnerExtent {
  segments: number;
  rise: number;
  /** The height of the highest shape. */
  height: number;
  /** The segments of paths that have only vertical and horizontal segments. */
  uprights: number;
}

export class ClipCosts {
  /** The known clip paths. Each is measured once, because clip paths can be inside of others. */
  readonly #known = new Map<SafeElement, InnerExtent>();

  of(clipPath: SafeElement): Pick<ShapeCost, "edges" | "edgesPerRow" | "boxes"> {
    const { segments, rise, height, uprights } = this.#inside(clipPath);
    if (segments < FEW_EDGES) return { edges: 0, edgesPerRow: 0, boxes: 0 };
    const each = edgeUs(rise, height, segments);
    return { edges: rise * each, edgesPerRow: 2 * segments * each, boxes: clipWork(uprights) };
  }

  #inside(clipPath: SafeElement): InnerExtent {
    const known = this.#known.get(clipPath);
    if (known !== undefined) return known;
    const inner = { segments: 0, rise: 0, height: 0, uprights: 0 };
    for (const child of clipPath.children) this.#add(child, inner);
    this.#known.set(clipPath, inner);
    return inner;
  }

  #add(element: SafeElement, sum: InnerExtent): void {
    if (element.name === "clipPath") {
      addExtent(sum, this.#inside(element));
      return;
    }
    const { segments, rise, uprightRise, height, spans } = extentOf(element.name, element.attributes);
    addExtent(sum, { segments, rise: rise + uprightRise, height, uprights: spans?.count ?? 0 });
    for (const child of element.children) this.#add(child, sum);
  }
}

function addExtent(sum: InnerExtent, { segments, rise, height, uprights }: InnerExtent): void {
  sum.segments += segments;
  sum.rise += rise;
  sum.height = Math.max(sum.height, height);
  sum.uprights += uprights;
}
