/** The elements and attributes of HTML layers, and the limits of a layer. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Limits of one HTML layer. */
export const HTML_LIMITS = {
  /** Characters of the source, with the values of variables. Images in data URIs count too. */
  characters: 100_000,
  elements: 300,
  depth: 24,
  /** Characters that are shown. */
  textCharacters: 5_000,
  /** Selectors in all style sheets together. */
  selectors: 200,
  images: 20,
  /** Blurred shadows: the cost of each grows with the area of the layer. */
  shadows: 10,
  /** Elements that are faded, transformed, clipped or masked. Each is drawn into a pixel buffer of its own. */
  groups: 60,
  /** Conic gradients, which are drawn as hundreds of shapes. */
  conics: 4,
} as const;

/** Elements that can contain text and other elements. */
const CONTAINERS = words(
  "div span p h1 h2 h3 h4 h5 h6 b strong i em u s small big mark code kbd pre a center sup sub del ins time button " +
    "section article header footer main nav aside figure figcaption blockquote address ul ol li dl dt dd " +
    "table caption thead tbody tfoot tr th td",
);
/** The cells of tables. */
export const CELLS: ReadonlySet<string> = words("th td");
/** Elements that are always empty. HTML has no end tags for them. */
export const VOID_ELEMENTS = words("br hr img");

export const ELEMENTS: ReadonlySet<string> = new Set([...CONTAINERS, ...VOID_ELEMENTS, "style", "svg"]);

/**
 * Attributes of any element. Attributes without an effect on the look are accepted, so that pages can be copied
 * unchanged.
 */
const COMMON_ATTRIBUTES = words("class id style title lang dir role");
const OWN_ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["img", words("src width height alt")],
  ["a", words("href target rel")],
  ["time", words("datetime")],
  ["del", words("cite datetime")],
  ["ins", words("cite datetime")],
  ["button", words("type disabled")],
  ["th", words("colspan rowspan scope")],
  ["td", words("colspan rowspan")],
]);

/** Returns whether an element can have an attribute. */
export function hasAttribute(element: string, name: string): boolean {
  return COMMON_ATTRIBUTES.has(name) || OWN_ATTRIBUTES.get(element)?.has(name) === true || /^(data|aria)-/.test(name);
}

/** Returns the names of the attributes that an element can have, for hints. */
export function attributesOf(element: string): string[] {
  return [...COMMON_ATTRIBUTES, ...(OWN_ATTRIBUTES.get(element) ?? [])];
}

/** The letter style that an element has by default. The layout engine sets the rest of its default look. */
export const LETTER_STYLES: ReadonlyMap<string, readonly [property: string, value: string]> = new Map<
  string,
  readonly [property: string, value: string]
>([
  ["h1", ["font-weight", "700"]],
  ["h2", ["font-weight", "700"]],
  ["h3", ["font-weight", "700"]],
  ["h4", ["font-weight", "700"]],
  ["h5", ["font-weight", "700"]],
  ["h6", ["font-weight", "700"]],
  ["th", ["font-weight", "700"]],
  ["b", ["font-weight", "700"]],
  ["strong", ["font-weight", "700"]],
  ["i", ["font-style", "italic"]],
  ["em", ["font-style", "italic"]],
  ["button", ["font-family", "sans-serif"]],
  ["code", ["font-family", "monospace"]],
  ["kbd", ["font-family", "monospace"]],
  ["pre", ["font-family", "monospace"]],
]);
