/**
 * Converts the query of a signed image to pairs, and pairs to canonical text.
 *
 * Also runs at the edge: use only the syntax of CloudFront's JavaScript runtime 2.0 (no `for…of`, destructuring,
 * spread, or classes).
 */

/** A key of a query and its value, both decoded. */
export interface QueryPair {
  readonly key: string;
  readonly value: string;
}

/**
 * Decodes a query. A plus sign is a space, a key without `=` has an empty value, and empty parts are ignored.
 *
 * @returns the pairs in their order, or a message if the query is malformed
 */
export function readPairs(query: string): QueryPair[] | string {
  if (!/^[!-~]*$/.test(query)) return "The query contains characters that must be percent-encoded.";
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
    // The prefix prevents collisions with properties that every object inherits.
    const mark = "=" + key;
    if (seen[mark]) return "The query contains a key twice.";
    seen[mark] = true;
    pairs.push({ key: key, value: value });
  }
  return pairs;
}

/** Returns the value of a key. */
export function findValue(pairs: readonly QueryPair[], key: string): string | undefined {
  const found = pairs.filter((pair) => pair.key === key)[0];
  return found === undefined ? undefined : found.value;
}

/** Returns the pairs whose key is not in `keys`. */
export function withoutKeys(pairs: readonly QueryPair[], keys: readonly string[]): QueryPair[] {
  return pairs.filter((pair) => keys.indexOf(pair.key) < 0);
}

/** Returns each pair as `key=value`, percent-encoded by RFC 3986 and sorted by the encoded key: the canonical form. */
export function writePairs(pairs: readonly QueryPair[]): string[] {
  const encoded = pairs.map((pair) => ({ key: encode(pair.key), value: encode(pair.value) }));
  encoded.sort((a, b) => (a.key < b.key ? -1 : 1));
  return encoded.map((pair) => pair.key + "=" + pair.value);
}

/** @throws URIError for half a surrogate pair */
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
