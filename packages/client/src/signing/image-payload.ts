import type { ContentsOf, ForTemplate } from "../template-id.js";
import { textsOf } from "../transport/texts-of.js";
import type { SignImage } from "../types.js";
import type { QueryPairs } from "./image-query.js";

/** A picture to sign without the service. Without `expiresAt`, the URL never expires. */
export type ImagePayload<Template extends string = string> = ContentsOf<Template> &
  Omit<ForTemplate<Template, SignImage>, "template" | "layers" | "variables" | "expiresIn"> & {
    /** When the URL expires, to the second. */
    readonly expiresAt?: Date | undefined;
    /** Creates a different picture of the same payload. */
    readonly nonce?: string | undefined;
  };

/** Keys of a query that never set a layer. A layer with such a name is set in `layers`. */
const RESERVED = /^(sig|exp|format|version|scale|transparent|layers|variables|nonce|_.*)$/;
/** Values that a picture has anyway. */
const DEFAULTS: Readonly<Record<string, string>> = {
  format: "png",
  scale: "1",
  transparent: "false",
  layers: "{}",
  variables: "{}",
  _about: "{}",
};

/**
 * Returns the pairs of a picture. The text of a layer is a key of its own if nothing else of the layer is set. All other
 * layers and all variables are JSON, which means the same in every template.
 */
export function payloadPairs(payload: ImagePayload): QueryPairs {
  const { layers = {}, variables = {}, about = {}, locale, timeZone, quality, expiresAt, nonce, ...output } = payload;
  const texts = Object.entries(layers).flatMap(([name, { text, ...others }]) =>
    typeof text === "string" && !RESERVED.test(name) && Object.keys(others).length === 0 ? [[name, text] as const] : [],
  );
  const plain = new Set(texts.map(([name]) => name));
  const { version, format, scale, transparent } = output;
  const fields = textsOf({
    version,
    format: format === "jpeg" ? "jpg" : format,
    scale,
    transparent,
    layers: sortedJson(Object.fromEntries(Object.entries(layers).filter(([name]) => !plain.has(name)))),
    variables: sortedJson(variables),
    _about: sortedJson(about),
    _locale: locale,
    _timeZone: timeZone,
    _quality: quality,
    exp: expiresAt && Math.floor(expiresAt.getTime() / 1000),
    nonce,
  });
  return [...texts, ...fields.filter(([key, text]) => text !== DEFAULTS[key])];
}

/** Sorts the keys of all objects, so that equal payloads are one picture. */
function sortedJson(object: object): string {
  return JSON.stringify(object, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
