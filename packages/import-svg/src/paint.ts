/** Reads the colors, gradients and patterns that fill shapes and texts. */
import { type Color, parseColor } from "@image-render/engine/colors";
import type { XmlElement } from "@image-render/engine/svg";
import { fractionOf, referenceOf } from "./read-values.js";
import type { Source } from "./source.js";
import type { Style } from "./style.js";

/** The paint of a fill or stroke. `other` is a paint that no attribute of a layer can express. */
export type Paint =
  | { readonly kind: "none" | "other" }
  | { readonly kind: "color"; readonly color: Color }
  | { readonly kind: "gradient" | "pattern"; readonly element: XmlElement; readonly opacity: number };

const GRADIENTS = new Set(["linearGradient", "radialGradient"]);
const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 };

/** Returns the paint of `fill` or `stroke`. */
export function paintOf(style: Style, name: "fill" | "stroke", source: Source): Paint {
  const value = style.get(name) ?? (name === "fill" ? "#000000" : "none");
  const opacity = Math.min(1, Math.max(0, fractionOf(style.get(`${name}-opacity`))));
  const id = referenceOf(value);
  if (id === undefined) return colorPaint(value, opacity, style);
  const element = source.byId.get(id);
  if (element === undefined) return colorPaint(value.slice(value.indexOf(")") + 1).trim() || "none", opacity, style);
  if (GRADIENTS.has(element.name)) return { kind: "gradient", element, opacity };
  return element.name === "pattern" ? { kind: "pattern", element, opacity } : { kind: "other" };
}

function colorPaint(value: string, opacity: number, style: Style): Paint {
  if (value === "none" || value === "transparent" || opacity === 0) return { kind: "none" };
  const color = colorOf(value, style);
  return color === undefined ? { kind: "other" } : { kind: "color", color: { ...color, alpha: color.alpha * opacity } };
}

/** Parses a color. `currentColor` becomes the `color` of the style. */
export function colorOf(value: string, style: Style): Color | undefined {
  if (value.toLowerCase() !== "currentcolor") return parseColor(value);
  return parseColor(style.get("color") ?? "") ?? BLACK;
}

/** Writes a color as a template does: `#1c1c1a`, or with its alpha as `#1c1c1a80`. */
export function colorText({ red, green, blue, alpha }: Color): string {
  const channels = alpha >= 0.998 ? [red, green, blue] : [red, green, blue, alpha * 255];
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
