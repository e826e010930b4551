/** Recognizes the drop shadows that design tools write as filters. */
import type { Color } from "@image-render/engine/document";
import type { XmlElement } from "@image-render/engine/svg";
import { round } from "./layer.js";
import { colorOf, colorText } from "./paint.js";
import { fractionOf, numbersOf } from "./read-values.js";
import type { Source } from "./source.js";
import { ROOT_STYLE, styleOf } from "./style.js";

/** A shadow in the coordinates of the filtered element. */
export interface Shadow {
  readonly x: number;
  readonly y: number;
  /** The standard deviation of its blur. */
  readonly deviation: number;
  readonly color: Color;
}

/** What a filter does. `isOnlyShadows` says whether the shadows are all of it. */
export interface FilterEffect {
  readonly shadows: readonly Shadow[];
  readonly isOnlyShadows: boolean;
}

interface Pending {
  x: number;
  y: number;
  deviation: number;
  color: Color | undefined;
  isInner: boolean;
  hasStep: boolean;
}

const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 };
const start = (): Pending => ({ x: 0, y: 0, deviation: 0, color: undefined, isInner: false, hasStep: false });

/**
 * Reads the steps of a filter. A shadow is a moved and blurred copy of the alpha channel in one color. Figma blends it
 * below the graphic, and Illustrator composites it.
 */
export function readFilter(filter: XmlElement, source: Source): FilterEffect {
  const shadows: Shadow[] = [];
  let pending = start();
  let isOnlyShadows = true;
  const finish = () => {
    const { x, y, deviation, color, isInner, hasStep } = pending;
    if (hasStep && !isInner) shadows.push({ x, y, deviation, color: color ?? BLACK });
    if (isInner) isOnlyShadows = false;
    pending = start();
  };
  for (const step of filter.children) {
    const style = styleOf(step, source.styles, ROOT_STYLE);
    const numbers = (key: string) => numbersOf(style.get(key));
    switch (step.name) {
      case "feDropShadow":
        finish();
        pending = {
          ...start(),
          x: numbers("dx")[0] ?? 2,
          y: numbers("dy")[0] ?? 2,
          deviation: numbers("stdDeviation")[0] ?? 2,
          color: floodOf(style),
          hasStep: true,
        };
        finish();
        break;
      case "feOffset":
        if (pending.x !== 0 || pending.y !== 0) finish();
        pending.x = numbers("dx")[0] ?? 0;
        pending.y = numbers("dy")[0] ?? 0;
        pending.hasStep = true;
        break;
      case "feGaussianBlur":
        if (pending.deviation !== 0) finish();
        // A blur of the whole graphic is not a shadow.
        if (/effect\d+_foregroundBlur/.test(style.get("result") ?? "") || isGraphic(style)) isOnlyShadows = false;
        else {
          pending.deviation = numbers("stdDeviation")[0] ?? 0;
          pending.hasStep = true;
        }
        break;
      case "feFlood":
        if (fractionOf(style.get("flood-opacity")) > 0) pending.color = floodOf(style);
        break;
      case "feColorMatrix":
        readColorMatrix(numbers("values"), style, pending);
        break;
      case "feComposite":
        if (style.get("operator") === "arithmetic") pending.isInner = true;
        break;
      case "feMorphology":
        isOnlyShadows = false;
        break;
      case "feBlend":
      case "feMerge":
        finish();
        break;
      default:
        isOnlyShadows &&= step.name === "#text";
    }
  }
  finish();
  return { shadows, isOnlyShadows };
}

function isGraphic(style: ReadonlyMap<string, string>): boolean {
  const input = style.get("in");
  return input === "SourceGraphic" || input === "shape";
}

/** Reads the color that Figma gives a shadow: the last column of a matrix, and the factor of alpha. */
function readColorMatrix(values: readonly number[], style: ReadonlyMap<string, string>, pending: Pending): void {
  if (values.length !== 20 || style.get("result") === "hardAlpha" || style.get("in") === "SourceAlpha") return;
  const [red = 0, green = 0, blue = 0] = [values[4], values[9], values[14]].map((value = 0) => value * 255);
  pending.color = { red, green, blue, alpha: Math.min(1, values[18] ?? 1) };
}

function floodOf(style: ReadonlyMap<string, string>): Color {
  const color = colorOf(style.get("flood-color") ?? "#000000", style) ?? BLACK;
  return { ...color, alpha: color.alpha * fractionOf(style.get("flood-opacity")) };
}

/** Returns the attributes of a shadow. `scale` enlarges it as the element is enlarged. */
export function shadowAttributes({ x, y, deviation, color }: Shadow, scale: number) {
  return {
    shadow_color: colorText(color),
    shadow_x: round(x * scale),
    shadow_y: round(y * scale),
    // A blur radius of CSS is two standard deviations.
    shadow_blur: Math.min(200, round(2 * deviation * scale)),
  };
}
