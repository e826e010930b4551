/** The limit of SVG in the layers of a document or request, before any of it is read. */
import { MAX_SVG_CHARACTERS } from "../limits.js";

/** Why the drawings of layers are too long together, or undefined. The same one in several layers counts once. */
export function svgLengthIssue(layers: readonly unknown[]): string | undefined {
  const different = new Set(layers.map(drawingOf));
  const characters = [...different].reduce((sum, { length }) => sum + length, 0);
  if (characters <= MAX_SVG_CHARACTERS) return undefined;
  return `All different SVGs of a picture have at most ${MAX_SVG_CHARACTERS} characters together; these have ${characters}.`;
}

function drawingOf(layer: unknown): string {
  const svg = typeof layer === "object" && layer !== null && "svg" in layer ? layer.svg : undefined;
  return typeof svg === "string" ? svg : "";
}
