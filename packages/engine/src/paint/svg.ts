/** Numbers, attributes and ids of SVG. The same content always gives the same text. */
import { hash } from "node:crypto";
import { EngineError } from "../issues/engine-error.js";

/** Decimals of a coordinate: at the largest scale, 4, an error of two thousandths of a pixel. */
const DECIMALS = 1000;

/** A number in SVG: at most three decimals, no exponent. */
export function num(value: number): string {
  if (!Number.isFinite(value)) {
    throw new EngineError("INTERNAL", "The picture could not be drawn.", { internal: "a coordinate is not finite" });
  }
  const rounded = Math.round(value * DECIMALS) / DECIMALS;
  return rounded === 0 ? "0" : String(rounded);
}

/** Text escaped for a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** An id that equal content shares, so that fragments can be combined in one document. */
function contentId(prefix: string, content: string): string {
  return `${prefix}${hash("sha1", content, "hex").slice(0, 12)}`;
}

/** A definition with an id that derives from its content. */
export function define(
  prefix: string,
  write: (id: string) => string,
): { readonly id: string; readonly definition: string } {
  const id = contentId(prefix, write(""));
  return { id, definition: `<defs>${write(id)}</defs>` };
}
