/**
 * The style that shapes can inherit from elements that surround them or refer to them. The costliest values count for
 * all shapes.
 */
import { measureNumbers } from "./number-scanner.js";
import type { SafeElement } from "./safe-element.js";
import { dashPeriod } from "./shape-extent.js";

export interface InheritedLook {
  /** The shortest mean length of a dash or gap. Infinite if there are no dashes. */
  readonly dashPeriod: number;
  /** 0 if nothing has a stroke. */
  readonly strokeWidth: number;
  readonly fontSize: number;
  /** Whether there are radial gradients. `handsDownPaint` says whether an element can pass a gradient on to shapes. */
  readonly hasRadial: boolean;
  readonly handsDownPaint: boolean;
  /** Whether a transform can make vertical edges slanted. */
  readonly turns: boolean;
  /** Whether strokes can have round ends or corners, which cross those of their neighbors. */
  readonly isRound: boolean;
  /** Whether a shape of a marker can have the paint of the shape with the marker. */
  readonly hasContextPaint: boolean;
}

/** Collects the costliest look among the elements of an SVG. */
export class CostliestLook {
  #hasRadial = false;
  #dashPeriod = Infinity;
  #hasStroke = false;
  #strokeWidth = 1;
  #fontSize = 16;
  #handsDownPaint = false;
  #turns = false;
  #isRound = false;
  #hasContextPaint = false;

  add({ name, attributes, children }: SafeElement): void {
    if (name === "radialGradient") this.#hasRadial = true;
    if (attributes.size === 0) return;
    // The element contains shapes or refers to them.
    const isParent = children.length > 0 || name === "use";
    for (const [key, value] of attributes) this.#note(key, value, isParent);
  }

  /** Returns the costliest look of all elements that were added. */
  inherited(): InheritedLook {
    return {
      dashPeriod: this.#dashPeriod,
      strokeWidth: this.#hasStroke ? this.#strokeWidth : 0,
      fontSize: this.#fontSize,
      hasRadial: this.#hasRadial,
      handsDownPaint: this.#handsDownPaint,
      turns: this.#turns,
      isRound: this.#isRound,
      hasContextPaint: this.#hasContextPaint,
    };
  }

  #note(key: string, value: string, isParent: boolean): void {
    switch (key) {
      case "fill":
        this.#notePaint(value, isParent);
        break;
      case "stroke":
        this.#hasStroke ||= value.trim() !== "none";
        this.#notePaint(value, isParent);
        break;
      case "stroke-width":
        this.#strokeWidth = Math.max(this.#strokeWidth, measureNumbers(value).largest);
        break;
      case "stroke-linecap":
      case "stroke-linejoin":
        this.#isRound ||= value.trim() === "round";
        break;
      case "stroke-dasharray":
        if (isParent) this.#dashPeriod = Math.min(this.#dashPeriod, dashPeriod(value));
        break;
      case "font-size":
        this.#fontSize = Math.max(this.#fontSize, measureNumbers(value).largest);
        break;
      case "transform":
        this.#turns ||= /rotate|skew|matrix/.test(value);
        break;
      default:
    }
  }

  #notePaint(value: string, isParent: boolean): void {
    this.#handsDownPaint ||= isParent && isPaintServer(value);
    this.#hasContextPaint ||= /context-/i.test(value);
  }
}

/** Returns whether a fill or stroke is a gradient or pattern. */
export function isPaintServer(value: string): boolean {
  return value.includes("url(");
}
