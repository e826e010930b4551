import { ImageRenderError } from "../errors/image-render-error.js";

/** The keys and values of the query of a signed image, without `sig`. */
export type QueryPairs = readonly (readonly [key: string, value: string])[];

/**
 * Returns each pair as `key=value`, percent-encoded by RFC 3986 and sorted by the encoded key.
 *
 * @throws ImageRenderError for what cannot be signed
 */
export function writePairs(pairs: QueryPairs): string[] {
  const keys = pairs.map(([key]) => key);
  const wrong = keys.find((key, index) => key === "sig" || keys.indexOf(key) !== index);
  if (wrong !== undefined) throw new ImageRenderError(`The key ${wrong} is reserved or occurs twice.`);
  return pairs
    .map(([key, value]) => ({ key: encode(key), value: encode(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, value }) => `${key}=${value}`);
}

/** Also encodes the characters of RFC 3986 that JavaScript leaves as they are. */
function encode(text: string): string {
  try {
    return encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch {
    throw new ImageRenderError("A text contains half a surrogate pair.");
  }
}
