/** Recognizes the drop shadows that design tools write as filters. */
import type { Color } from "@image-render/engine/colors";
import type { XmlElement } from "@image-render/engine/svg";
import { round } from "./layer.js";
import { colorOf, colorText } from "./paint.js";
import { fractionOf, numbersOf } from "./read-values.js";
import type { Source } from "./source.js";
import { ROOT_STYLE, type Style, styleOf } from "./style.js";

/** A drop shadow or an inner shadow in the coordinates of the filtered element. */
export interface Shadow {
  readonly x: number;
  readonly y: number;
  /** The standard deviation of its blur. */
  readonly deviation: number;
  readonly color: Color;
  /** The length by which it grows before it is blurred. */
  readonly spread: number;
  /** Whether it is inside of the element. */
  readonly isInner: boolean;
}

/** The effect of a filter. `isOnlyShadows` says whether it consists of shadows only. */
export interface FilterEffect {
  readonly shadows: readonly Shadow[];
  readonly isOnlyShadows: boolean;
}

interface Pending {
  x: number;
  y: number;
  deviation: number;
  color: Color | undefined;
  /** The length by which the alpha channel grows. */
  growth: number;
  isInner: boolean;
  hasStep: boolean;
}

const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 };
const start = (): Pending => ({
  x: 0,
  y: 0,
  deviation: 0,
  color: undefined,
  growth: 0,
  isInner: false,
  hasStep: false,
});

/**
 * Reads the steps of a filter. A shadow is a moved and blurred copy of the alpha channel in one color. Figma blends it
 * below the graphic, and Illustrator composites it.
 */
export function readFilter(filter: XmlElement, source: Source): FilterEffect {
  const reader = new FilterReader();
  for (const step of filter.children) reader.read(step.name, styleOf(step, source.styles, ROOT_STYLE));
  return reader.end();
}

class FilterReader {
  readonly #shadows: Shadow[] = [];
  #pending = start();
  #isOnlyShadows = true;

  read(name: string, style: Style): void {
    const first = (key: string, otherwise: number) => numbersOf(style.get(key))[0] ?? otherwise;
    if (name === "feDropShadow") {
      this.#finish();
      const place = { x: first("dx", 2), y: first("dy", 2), deviation: first("stdDeviation", 2) };
      this.#pending = { ...start(), ...place, color: floodOf(style), hasStep: true };
      this.#finish();
    } else if (name === "feOffset") {
      if (this.#pending.x !== 0 || this.#pending.y !== 0) this.#finish();
      Object.assign(this.#pending, { x: first("dx", 0), y: first("dy", 0), hasStep: true });
    } else if (name === "feGaussianBlur") this.#readBlur(style, first("stdDeviation", 0));
    else if (name === "feFlood" && fractionOf(style.get("flood-opacity")) > 0) this.#pending.color = floodOf(style);
    else if (name === "feColorMatrix") readColorMatrix(numbersOf(style.get("values")), style, this.#pending);
    else if (name === "feComposite" && style.get("operator") === "arithmetic") this.#pending.isInner = true;
    else if (name === "feMorphology") {
      const radius = first("radius", 0);
      this.#pending.growth = style.get("operator") === "dilate" ? radius : -radius;
    } else if (name === "feBlend" || name === "feMerge") this.#finish();
    else if (!HARMLESS.has(name)) this.#isOnlyShadows = false;
  }

  end(): FilterEffect {
    this.#finish();
    return { shadows: this.#shadows, isOnlyShadows: this.#isOnlyShadows };
  }

  #readBlur(style: Style, deviation: number): void {
    if (this.#pending.deviation !== 0) this.#finish();
    // A blur of the whole graphic is not a shadow.
    if (/effect\d+_foregroundBlur/.test(style.get("result") ?? "") || isGraphic(style)) this.#isOnlyShadows = false;
    else Object.assign(this.#pending, { deviation, hasStep: true });
  }

  #finish(): void {
    const { growth, hasStep, ...shadow } = this.#pending;
    // An inner shadow grows inwards, so the shape that is cut out of it shrinks.
    const spread = shadow.isInner ? -growth : growth;
    if (hasStep) this.#shadows.push({ ...shadow, color: shadow.color ?? BLACK, spread });
    this.#pending = start();
  }
}

/** Steps of shadows that need no handling of their own. */
const HARMLESS = new Set(["feFlood", "feComposite"]);

function isGraphic(style: Style): boolean {
  const input = style.get("in");
  return input === "SourceGraphic" || input === "shape";
}

/** Reads the color that Figma gives a shadow: the last column of a matrix, and the factor of alpha. */
function readColorMatrix(values: readonly number[], style: Style, pending: Pending): void {
  if (values.length !== 20 || style.get("result") === "hardAlpha" || style.get("in") === "SourceAlpha") return;
  const [red = 0, green = 0, blue = 0] = [values[4], values[9], values[14]].map((value = 0) => value * 255);
  pending.color = { red, green, blue, alpha: Math.min(1, values[18] ?? 1) };
}

function floodOf(style: Style): Color {
  const color = colorOf(style.get("flood-color") ?? "#000000", style) ?? BLACK;
  return { ...color, alpha: color.alpha * fractionOf(style.get("flood-opacity")) };
}

/** A layer has at most eight shadows in its list. */
const MAX_SHADOWS = 8;

/**
 * Returns the attributes of the shadows of a layer. `scale` enlarges them as the element is enlarged. A list begins with the
 * shadow on top, which a filter draws last.
 */
export function shadowAttributes(shadows: readonly Shadow[], scale: number): Record<string, unknown> {
  const values = shadows.map(({ x, y, deviation, color, spread, isInner }) => ({
    color: colorText(color),
    x: round(x * scale),
    y: round(y * scale),
    // A blur radius of CSS is two standard deviations.
    blur: Math.min(200, round(2 * deviation * scale)),
    ...(spread !== 0 && { spread: Math.min(100, Math.max(-100, round(spread * scale))) }),
    ...(isInner && { inset: true }),
  }));
  const [only] = values;
  if (only === undefined) return {};
  if (values.length > 1 || Object.hasOwn(only, "spread") || Object.hasOwn(only, "inset")) {
    return { shadows: values.reverse().slice(0, MAX_SHADOWS) };
  }
  return { shadow_color: only.color, shadow_x: only.x, shadow_y: only.y, shadow_blur: only.blur };
}
