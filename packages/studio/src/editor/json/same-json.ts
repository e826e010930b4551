/** Compares and shares JSON values. */

/**
 * Returns whether two values are the same JSON. A key without a value is absent.
 * @param order whether objects with the same members in another order are the same
 */
export function isSameJson(first: unknown, second: unknown, order: "same order" | "any order"): boolean {
  if (Object.is(first, second)) return true;
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false;
  if (Array.isArray(first) || Array.isArray(second)) {
    if (!Array.isArray(first) || !Array.isArray(second) || first.length !== second.length) return false;
    return first.every((item, index) => isSameJson(item, second[index], order));
  }
  const [keys, others] = [keysOf(first), keysOf(second)];
  if (keys.length !== others.length) return false;
  if (order === "same order" && keys.some((key, index) => key !== others[index])) return false;
  const [left, right] = [first as Record<string, unknown>, second as Record<string, unknown>];
  return keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key], order));
}

/** Returns the later value with the unchanged parts of the earlier one, or the earlier one if nothing has changed. */
export function shareSame<Value>(before: unknown, after: Value): Value {
  if (isSameJson(before, after, "same order")) return before as Value;
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) return after;
  if (Array.isArray(after)) {
    if (!Array.isArray(before)) return after;
    const byId = new Map(before.map((item: unknown, index) => [idOf(item) ?? index, item]));
    return after.map((item: unknown, index) => shareSame(byId.get(idOf(item) ?? index), item)) as Value;
  }
  if (Array.isArray(before)) return after;
  const known = before as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(after).map(([key, item]) => [key, shareSame(known[key], item)])) as Value;
}

function keysOf(value: object): readonly string[] {
  return Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [key]));
}

function idOf(item: unknown): string | undefined {
  const id = typeof item === "object" && item !== null ? (item as { readonly id?: unknown }).id : undefined;
  return typeof id === "string" ? id : undefined;
}
