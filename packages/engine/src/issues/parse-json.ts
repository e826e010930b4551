/** The only parser for JSON that a caller sent: bodies of requests, and lists that are written as text. */

/** The deepest nesting of the JSON of a request. */
export const MAX_JSON_DEPTH = 32;

/** The JSON is valid, but the engine rejects it. `message` is a sentence for the caller. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

/**
 * Parses JSON that a caller sent.
 *
 * - Objects have no prototype, so that `constructor` or `toString` is a key like any other.
 * - Half a surrogate pair in a value or a key becomes U+FFFD. Tables, signatures and URLs reject text that is not
 *   well-formed Unicode.
 * - The depth is checked first, so nothing later recurses into a deeper value.
 *
 * @throws SyntaxError if the text is not JSON
 * @throws JsonError if the value is nested too deeply or contains the key `__proto__`
 */
export function parseJson(text: string): unknown {
  return repaired(JSON.parse(text), 0);
}

/** Changes the value in place, because a body can have several hundred thousand objects. */
function repaired(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_JSON_DEPTH) {
    throw new JsonError(`The JSON is nested too deeply. It can have at most ${MAX_JSON_DEPTH} levels.`);
  }
  if (Array.isArray(value)) {
    const items = value as unknown[];
    items.forEach((item, index) => (items[index] = repaired(item, depth + 1)));
    return items;
  }
  return repairedObject(value as Record<string, unknown>, depth);
}

function repairedObject(object: Record<string, unknown>, depth: number): unknown {
  Object.setPrototypeOf(object, null);
  for (const key of Object.keys(object)) {
    // Zod drops this key without an issue, and an object that is copied by assignment gets it as its prototype.
    if (key === "__proto__") throw new JsonError("The key `__proto__` is not allowed. Rename it.");
    const value = repaired(object[key], depth + 1);
    if (key.isWellFormed()) {
      object[key] = value;
    } else {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- an object without a prototype is a dictionary
      delete object[key];
      object[key.toWellFormed()] = value;
    }
  }
  return object;
}
