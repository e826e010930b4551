/** The references of an element to others, by their IDs. */
export interface SvgReferences {
  readonly ids: readonly string[];
  /** What is drawn at each corner of a shape. */
  readonly markers: readonly string[];
}

const MARKERS = new Set(["marker", "marker-start", "marker-mid", "marker-end"]);
/** Shared, because most elements have none. */
const NONE: SvgReferences = { ids: [], markers: [] };

/** All references of an element, in their order. */
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

/** Most values refer to nothing, and path data can be long. */
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
