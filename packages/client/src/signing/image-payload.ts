import type { ContentsOf, ForTemplate } from "../template-id.js";
import type { SignImage } from "../types.js";
import type { QueryPairs } from "./image-query.js";

/** A picture to sign without the service. Without `expiresAt`, the URL never expires. */
export type ImagePayload<Template extends string = string> = ContentsOf<Template> &
  Omit<ForTemplate<Template, SignImage>, "template" | "layers" | "variables" | "expiresIn"> & {
    /** When the URL expires, to the second. */
    readonly expiresAt?: Date | undefined;
    /** Makes a different picture of the same payload. */
    readonly nonce?: string | undefined;
  };

/** Keys of a query that never set a layer. A layer with such a name is set in `layers`. */
const RESERVED = /^(sig|exp|format|version|scale|transparent|layers|variables|nonce|_.*)$/;
/** Values that a request has anyway. */
const DEFAULTS: Readonly<Record<string, unknown>> = { format: "png", scale: 1, transparent: false };

/**
 * Returns the pairs of a picture. The text of a layer is a key of its own if nothing else of the layer is set. All other
 * layers and all variables are JSON, which means the same in every template.
 */
export function payloadPairs(payload: ImagePayload): QueryPairs {
  const { layers = {}, variables = {}, about = {}, locale, timeZone, quality, expiresAt, nonce, ...rest } = payload;
  const texts = Object.entries(layers).flatMap(([name, attributes]) => {
    const { text, ...others } = attributes;
    const isPlain = typeof text === "string" && Object.keys(others).length === 0 && !RESERVED.test(name);
    return isPlain ? [[name, text] as const] : [];
  });
  const plain = new Set(texts.map(([name]) => name));
  const { version, format, scale, transparent } = rest;
  const fields = {
    version,
    format: format === "jpeg" ? "jpg" : format,
    scale,
    transparent,
    _locale: locale,
    _timeZone: timeZone,
    _quality: quality,
    exp: expiresAt === undefined ? undefined : Math.floor(expiresAt.getTime() / 1000),
    nonce,
  };
  return [
    ...texts,
    ...Object.entries(fields).flatMap(([key, value]) =>
      value === undefined || value === DEFAULTS[key] ? [] : [[key, String(value)] as const],
    ),
    ...jsonPair(
      "layers",
      Object.entries(layers).filter(([name]) => !plain.has(name)),
    ),
    ...jsonPair("variables", Object.entries(variables)),
    ...jsonPair("_about", Object.entries(about)),
  ];
}

function jsonPair(key: string, entries: readonly (readonly [string, unknown])[]): QueryPairs {
  return entries.length === 0 ? [] : [[key, JSON.stringify(sortKeys(Object.fromEntries(entries)))]];
}

/** Sorts the keys of all objects, so that equal payloads are one picture. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
