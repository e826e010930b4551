import { SvgError } from "./svg-error.js";
import type { SvgUse } from "./svg-vocabulary.js";

const DATA_URI = "data:image/svg+xml";

/** Returns the XML of an SVG. A layer's drawing can be a data URI. @throws SvgError if its content cannot be decoded */
export function svgSource(text: string, use: SvgUse): string {
  if (use === "file") return text;
  const source = text.trim();
  if (source.slice(0, DATA_URI.length).toLowerCase() !== DATA_URI) return source;
  const comma = source.indexOf(",");
  if (comma === -1) throw new SvgError("The data URI has no content");
  const head = source.slice(0, comma).toLowerCase();
  const body = source.slice(comma + 1);
  if (head.endsWith(";base64")) return Buffer.from(body, "base64").toString("utf8");
  try {
    return decodeURIComponent(body);
  } catch {
    throw new SvgError("The data URI is not correctly percent-encoded");
  }
}
