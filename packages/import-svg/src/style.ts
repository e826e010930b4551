/** The style of an element: its own attributes and those that it inherits. */
import type { SvgStyles, XmlElement } from "@image-render/engine/svg";
import { lengthOf } from "./read-values.js";

/** The attributes that an element inherits from the elements around it (SVG 2, appendix F). */
const INHERITED = new Set(
  (
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit " +
    "stroke-dasharray stroke-dashoffset color visibility clip-rule paint-order shape-rendering image-rendering " +
    "text-anchor font-family font-size font-style font-weight font-stretch font-variant letter-spacing word-spacing " +
    "direction writing-mode text-rendering xml:space"
  ).split(" "),
);

/** The resolved style of an element. */
export type Style = ReadonlyMap<string, string>;

/** The style of the page around an SVG. */
export const ROOT_STYLE: Style = new Map([["font-size", "16px"]]);

/** Returns the style of an element inside of an element with the style `around`. */
export function styleOf(element: XmlElement, styles: SvgStyles, around: Style): Style {
  const style = new Map([...around].filter(([name]) => INHERITED.has(name)));
  for (const [name, value] of styles.attributesOf(element)) if (value !== "inherit") style.set(name, value);
  // Figma writes a wide-gamut color into the style, and the same color in sRGB into the attribute.
  for (const name of ["fill", "stroke", "stop-color", "flood-color"]) {
    const plain = element.attributes.get(name);
    if (plain !== undefined && style.get(name)?.startsWith("color(") === true) style.set(name, plain);
  }
  const size = lengthOf(style.get("font-size"), {
    em: fontSizeOf(around),
    whole: fontSizeOf(around),
  });
  style.set("font-size", `${size ?? fontSizeOf(around)}px`);
  const space = /white-space\s*:\s*(pre|break-spaces)/.exec(element.attributes.get("style") ?? "");
  if (space !== null) style.set("xml:space", "preserve");
  return style;
}

/** Returns the font size of a style in pixels. */
export function fontSizeOf(style: Style): number {
  return lengthOf(style.get("font-size")) ?? 16;
}
