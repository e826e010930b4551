const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

/** Prefixes as files usually declare them. Pasted snippets often lack the declarations. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ["", SVG],
  ["svg", SVG],
  ["xlink", XLINK],
]);

/** The namespaces that apply at an element, by prefix (Namespaces in XML 1.0). A prefix can have any name. */
export class NamespaceScope {
  static readonly ROOT = new NamespaceScope(USUAL);
  readonly #uris: ReadonlyMap<string, string>;

  private constructor(uris: ReadonlyMap<string, string>) {
    this.#uris = uris;
  }

  /** The scope of an element with these attributes. */
  inside(attributes: Readonly<Record<string, string>>): NamespaceScope {
    // Most elements declare nothing.
    if (!Object.keys(attributes).some((name) => name.startsWith("xmlns"))) return this;
    const declared = Object.entries(attributes).flatMap(([name, uri]): [string, string][] => {
      if (name === "xmlns") return [["", uri.trim()]];
      return name.startsWith("xmlns:") ? [[name.slice("xmlns:".length), uri.trim()]] : [];
    });
    return declared.length === 0 ? this : new NamespaceScope(new Map([...this.#uris, ...declared]));
  }

  elementName(name: string): { readonly name: string; readonly isSvg: boolean } {
    const { prefix, local } = split(name);
    return { name: local, isSvg: this.#uris.get(prefix) === SVG };
  }

  /** The attributes of SVG and the links of XLink, which are named `href`. SVG's own `href` has priority. */
  attributesOf(attributes: Readonly<Record<string, string>>): Map<string, string> {
    const found = new Map<string, string>();
    for (const [name, value] of Object.entries(attributes)) {
      if (!name.includes(":")) {
        found.set(name, value);
        continue;
      }
      const { prefix, local } = split(name);
      if (prefix === "xml") found.set(name, value);
      else if (local === "href" && this.#uris.get(prefix) === XLINK && attributes.href === undefined) {
        found.set("href", value);
      }
    }
    return found;
  }
}

function split(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(":");
  return { prefix: name.slice(0, Math.max(colon, 0)), local: name.slice(colon + 1) };
}
