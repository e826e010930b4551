import type { Style } from "./cascade.js";

/** Weights that depend on the text around an element. The layout engine does not know them. */
const RELATIVE_WEIGHTS: ReadonlySet<string> = new Set(["bolder", "lighter"]);

/** Returns a style for the layout engine, with the weight of its letters. Fonts are chosen for each text, and the content of pseudo-elements is a text. */
export function safeStyle(style: Style, weight: number): ReadonlyMap<string, string> {
  return new Map(
    [...style].flatMap(([key, { value }]) =>
      key === "font-family" || key === "content"
        ? []
        : [[key, RELATIVE_WEIGHTS.has(value) ? String(weight) : value] as const],
    ),
  );
}
