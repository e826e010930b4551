/** Writing SVG: numbers, attributes and ids, always the same text for the same content. */
import { hash } from "node:crypto";
import { ServiceError } from "../../contract/errors.js";

/** Decimals of a coordinate: at the largest scale, 4, an error of two thousandths of a pixel. */
const DECIMALS = 1000;

/** A number as SVG reads it: three decimals at most, no exponent. */
export function num(value: number): string {
  if (!Number.isFinite(value)) {
    throw new ServiceError("INTERNAL", "The picture could not be drawn.", { internal: "a coordinate is not finite" });
  }
  const rounded = Math.round(value * DECIMALS) / DECIMALS;
  return rounded === 0 ? "0" : String(rounded);
}

/** Text made safe to stand in a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** An id that equal content shares, so that fragments stay valid in whatever document they are put together. */
export function contentId(prefix: string, content: string): string {
  return `${prefix}${hash("sha1", content, "hex").slice(0, 12)}`;
}

/** A definition under an id made of its content. */
export function define(
  prefix: string,
  write: (id: string) => string,
): { readonly id: string; readonly definition: string } {
  const id = contentId(prefix, write(""));
  return { id, definition: `<defs>${write(id)}</defs>` };
}
