const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
const INKSCAPE = "http://www.inkscape.org/namespaces/inkscape";

/** The prefixes that files usually declare. Pasted snippets often lack the declarations. */
const USUAL = [
  ["", SVG],
  ["svg", SVG],
  ["xlink", XLINK],
] as const;

/** The meaning of a prefix outside of an element that declares it, or undefined if it had no meaning there. */
type Before = readonly [prefix: string, uri: string | undefined];

/**
 * The namespaces that apply at the current place of the reader, by prefix (Namespaces in XML 1.0). A prefix can have
 * any name. All elements share one map, because thousands of elements can be inside of thousands of declarations. An
 * element with declarations changes the map until it is closed.
 */
export class NamespaceScope {
  readonly #uris = new Map<string, string | undefined>(USUAL);
  readonly #before: (readonly Before[])[] = [];
  /** Whether an element without a prefix belongs to SVG. */
  isSvgByDefault = true;

  /** Enters an element if it declares namespaces, and returns whether it does. */
  enter(attributes: ReadonlyMap<string, string>): boolean {
    const before: Before[] = [];
    for (const [name, uri] of attributes) {
      const prefix = declaredPrefix(name);
      if (prefix === undefined) continue;
      before.push([prefix, this.#uris.get(prefix)]);
      this.#set(prefix, uri.trim());
    }
    if (before.length > 0) this.#before.push(before);
    return before.length > 0;
  }

  /** Leaves the element that was entered last. */
  leave(): void {
    for (const [prefix, uri] of this.#before.pop() ?? []) this.#set(prefix, uri);
  }

  /** Returns whether an element belongs to SVG. */
  isSvg(name: string): boolean {
    return this.#uris.get(prefixOf(name)) === SVG;
  }

  /**
   * Returns the attributes of SVG and the links of XLink, which get the name `href`. SVG's own `href` has priority. The
   * labels that Inkscape gives to elements get the name `data-name`, as in files of Illustrator.
   */
  attributesOf(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const [name, value] of attributes) {
      const prefix = prefixOf(name);
      if (prefix === "xml" || !name.includes(":")) found.set(name, value);
      else if (localName(name) === "href" && this.#uris.get(prefix) === XLINK && !attributes.has("href")) {
        found.set("href", value);
      } else if (localName(name) === "label" && this.#uris.get(prefix) === INKSCAPE) found.set("data-name", value);
    }
    return found;
  }

  #set(prefix: string, uri: string | undefined): void {
    this.#uris.set(prefix, uri);
    if (prefix === "") this.isSvgByDefault = uri === SVG;
  }
}

/** Returns the prefix that an attribute declares. It is empty if the attribute is for elements without a prefix. */
function declaredPrefix(name: string): string | undefined {
  if (name === "xmlns") return "";
  return name.startsWith("xmlns:") ? name.slice("xmlns:".length) : undefined;
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(name.indexOf(":"), 0));
}

/** Returns the name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
