/**
 * The query of a signed image as pairs, and back as text.
 *
 * Runs at the edge too: only the syntax of CloudFront's JavaScript runtime 2.0 (no `for…of`, destructuring, spread, classes).
 */

/** One key of a query and its value, both decoded. */
export interface QueryPair {
  readonly key: string;
  readonly value: string;
}

/**
 * Decodes a query. A plus sign is a space, a key without `=` has an empty value, empty parts are nothing.
 *
 * @returns the pairs as they come, or a sentence that says why the query can't be read.
 */
export function readPairs(query: string): QueryPair[] | string {
  if (!/^[!-~]*$/.test(query)) return "The query holds characters that must be percent-encoded.";
  const pairs: QueryPair[] = [];
  const seen: Record<string, true> = {};
  const parts = query.split("&");
  for (let index = 0; index < parts.length; index += 1) {
    const part = String(parts[index]);
    if (part === "") continue;
    const equals = part.indexOf("=");
    const key = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? "" : part.slice(equals + 1));
    if (key === undefined || value === undefined) return "The query is not percent-encoded UTF-8.";
    // No property that every object has begins so.
    const mark = "=" + key;
    if (seen[mark]) return "The query holds a key twice.";
    seen[mark] = true;
    pairs.push({ key: key, value: value });
  }
  return pairs;
}

/** The value of a key. */
export function findValue(pairs: readonly QueryPair[], key: string): string | undefined {
  const found = pairs.filter((pair) => pair.key === key)[0];
  return found === undefined ? undefined : found.value;
}

/** The pairs without some keys. */
export function withoutKeys(pairs: readonly QueryPair[], keys: readonly string[]): QueryPair[] {
  return pairs.filter((pair) => keys.indexOf(pair.key) < 0);
}

/** Each pair as `key=value`, percent-encoded by RFC 3986 and sorted by the encoded key: the one spelling of a query. */
export function writePairs(pairs: readonly QueryPair[]): string[] {
  const encoded = pairs.map((pair) => ({ key: encode(pair.key), value: encode(pair.value) }));
  encoded.sort((a, b) => (a.key < b.key ? -1 : 1));
  return encoded.map((pair) => pair.key + "=" + pair.value);
}

/** @throws URIError on half a surrogate pair, which is no character. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => "%" + character.charCodeAt(0).toString(16).toUpperCase(),
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return undefined;
  }
}
