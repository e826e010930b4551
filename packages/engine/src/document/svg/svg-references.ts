/** The references of an element to others, by their IDs. */
export interface SvgReferences {
  readonly ids: readonly string[];
  /** The IDs of the markers that are drawn at each corner of a shape. */
  readonly markers: readonly string[];
}

const MARKERS = new Set(["marker", "marker-start", "marker-mid", "marker-end"]);
/** Shared, because most elements have no references. */
const NONE: SvgReferences = { ids: [], markers: [] };

/** Returns all references of an element in order. */
export function referencesOf(attributes: ReadonlyMap<string, string>): SvgReferences {
  let found: { ids: string[]; markers: string[] } | undefined;
  for (const [key, value] of attributes) {
    if (!isReference(key, value)) continue;
    found ??= { ids: [], markers: [] };
    (MARKERS.has(key) ? found.markers : found.ids).push(...idsIn(key, value));
  }
  return found ?? NONE;
}

const SHORTEST = "url(#".length;

/**
 * Returns whether a value contains a reference. The check is fast: most values have none, and path data can be long.
 */
function isReference(key: string, value: string): boolean {
  return key === "href" || (value.length > SHORTEST && value.includes("url(#"));
}

function idsIn(key: string, value: string): string[] {
  if (key === "href") return value.startsWith("#") ? [value.slice(1)] : [];
  return value
    .split("url(#")
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(rest.indexOf(")"), 0)).trim());
}
