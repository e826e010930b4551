/** Writes numbers, attributes and ids of SVG. The same content always gives the same text. */
import { hash } from "node:crypto";
import { EngineError } from "../issues/engine-error.js";

/** A coordinate has three decimals: at the largest scale, 4, this is an error of two thousandths of a pixel. */
const DECIMALS = 1000;

/** Writes a number for SVG: at most three decimals, no exponent. */
export function num(value: number): string {
  if (!Number.isFinite(value)) {
    throw new EngineError("INTERNAL", "The picture could not be drawn.", { internal: "a coordinate is not finite" });
  }
  const rounded = Math.round(value * DECIMALS) / DECIMALS;
  return rounded === 0 ? "0" : String(rounded);
}

/** Escapes text for a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** Returns an id that is the same for equal content, so that fragments can be combined in one document. */
function contentId(prefix: string, content: string): string {
  return `${prefix}${hash("sha1", content, "hex").slice(0, 12)}`;
}

/** Returns a definition with an id that derives from its content. */
export function define(
  prefix: string,
  write: (id: string) => string,
): { readonly id: string; readonly definition: string } {
  const id = contentId(prefix, write(""));
  return { id, definition: `<defs>${write(id)}</defs>` };
}
