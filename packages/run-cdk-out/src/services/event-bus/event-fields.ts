/** An event as event patterns see it: its leaves by their path. */

/** For each array around a leaf, the index of the element that contains the leaf. */
export type ArrayPositions = ReadonlyMap<readonly unknown[], number>;

/** A leaf of an event. */
export interface EventField {
  readonly value: string | number | boolean | null;
  readonly positions: ArrayPositions;
}

/**
 * Returns the leaves of an event by their path, with dots between names. An array adds nothing to the path of its
 * elements, and empty arrays and objects have no leaves.
 */
export function fieldsOf(event: unknown): ReadonlyMap<string, readonly EventField[]> {
  const fields = new Map<string, EventField[]>();
  const visit = (value: unknown, path: string, positions: ArrayPositions): void => {
    if (Array.isArray(value)) {
      for (const [index, element] of value.entries()) {
        // A plain value is an element of its array, but does not tie other fields to the same element.
        visit(element, path, isLeaf(element) ? positions : new Map(positions).set(value, index));
      }
    } else if (isLeaf(value)) {
      const field: EventField = { value, positions };
      fields.set(path, [...(fields.get(path) ?? []), field]);
    } else if (typeof value === "object") {
      for (const [name, content] of Object.entries(value)) visit(content, joinPath(path, name), positions);
    }
  };
  visit(event, "", new Map());
  return fields;
}

/** Merges two positions. Returns undefined if they are in different elements of one array. */
export function mergePositions(one: ArrayPositions, other: ArrayPositions): ArrayPositions | undefined {
  const merged = new Map(one);
  for (const [array, index] of other) {
    if ((merged.get(array) ?? index) !== index) return undefined;
    merged.set(array, index);
  }
  return merged;
}

export function joinPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isLeaf(value: unknown): value is EventField["value"] {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
