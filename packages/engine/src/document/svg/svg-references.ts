/** The references of an element to others, by their IDs. */
export interface SvgReferences {
  readonly ids: readonly string[];
  /** The IDs of the markers that are drawn at each corner of a shape. */
  readonly markers: readonly string[];
}

/** The properties that refer to markers. */
export const MARKERS: ReadonlySet<string> = new Set(["marker", "marker-start", "marker-mid", "marker-end"]);
/** Shared, because most elements have no references. */
export const NO_REFERENCES: SvgReferences = { ids: [], markers: [] };

/** Returns all references of an element in order. */
export function referencesOf(attributes: ReadonlyMap<string, string>): SvgReferences {
  let found: { ids: string[]; markers: string[] } | undefined;
  for (const [key, value] of attributes) {
    if (!isReference(key, value)) continue;
    found ??= { ids: [], markers: [] };
    (MARKERS.has(key) ? found.markers : found.ids).push(...idsIn(key, value));
  }
  return found ?? NO_REFERENCES;
}

/**
 * Returns the paints and markers that shapes inside of an element inherit: its own, and those of the elements around it.
 */
export function handedDown(attributes: ReadonlyMap<string, string>, around: SvgReferences): SvgReferences {
  let { ids, markers } = around;
  for (const [key, value] of attributes) {
    const isMarker = MARKERS.has(key);
    if (!(isMarker || key === "fill" || key === "stroke") || !isReference(key, value)) continue;
    // Such a property has one reference.
    const first = idsIn(key, value).slice(0, 1);
    if (isMarker) markers = [...markers, ...first];
    else ids = [...ids, ...first];
  }
  return ids === around.ids && markers === around.markers ? around : { ids, markers };
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
  return value.split("url(#").slice(1).map(idAtStart);
}

/** Returns the ID up to the bracket, without the white space of CSS. A bracket that is missing is at the end. */
function idAtStart(rest: string): string {
  const bracket = rest.indexOf(")");
  let end = bracket === -1 ? rest.length : bracket;
  while (end > 0 && " \t\n\r\f".includes(rest.charAt(end - 1))) end -= 1;
  return rest.slice(0, end);
}
