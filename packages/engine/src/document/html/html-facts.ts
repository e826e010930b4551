/** Caches HTML that was read, because the checks of one request need the same HTML several times. */
import { type ReadHtml, readHtml } from "./read-html.js";

const known = new Map<string, ReadHtml>();
let knownCharacters = 0;
const MAX_KNOWN_CHARACTERS = 2_000_000;

/** Reads HTML, or returns it from the cache. */
export function knownHtml(source: string, isTemplate = false): ReadHtml {
  // A document's HTML without placeholders is the same in a request, so it is read once.
  const hasPlaceholders = isTemplate && source.includes("{{");
  const key = `${hasPlaceholders ? "template" : "html"} ${source}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (knownCharacters + source.length > MAX_KNOWN_CHARACTERS) {
    known.clear();
    knownCharacters = 0;
  }
  const read = readHtml(source, hasPlaceholders);
  known.set(key, read);
  knownCharacters += source.length;
  return read;
}
