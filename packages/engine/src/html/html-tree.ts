/** Writes the tree for the layout engine: checked elements with inline styles only. */
import { NUMERIC } from "../document/html/css-properties.js";
import type { SafeHtml, SafeHtmlElement, SafeHtmlNode } from "../document/html/safe-html.js";
import type { FontFile } from "../fonts/font-library.js";
import { DEFAULT_STYLES } from "./default-styles.js";
import type { HtmlLetters } from "./html-fonts.js";
import type { HtmlImages } from "./html-images.js";
import { tableAsGrid } from "./table-grid.js";

/** A node in the form that JSX creates. */
export interface TreeNode {
  readonly type: string;
  readonly key: null;
  readonly props: {
    readonly style: Readonly<Record<string, string | number>>;
    readonly children?: string | readonly (TreeNode | string)[];
    readonly src?: string;
    readonly width?: number;
    readonly height?: number;
    readonly dir?: string;
  };
}

const ROOT_STYLE = {
  display: "block",
  width: "100%",
  height: "100%",
  // The same as in text layers. satori needs up to a millisecond for each letter to find gaps where letters cross the
  // line, and seconds if the line is thick.
  textDecorationSkipInk: "none",
};

/** The fonts and images that a tree refers to. */
interface TreeParts {
  readonly letters: HtmlLetters;
  /** The names of the font files. The first one belongs to the layer's root. */
  readonly names: ReadonlyMap<FontFile, string>;
  readonly images: HtmlImages;
}

/** Returns the nodes of a layer inside of a block that fills the layer. */
export function treeOf(html: SafeHtml, parts: TreeParts): TreeNode {
  const [fontFamily = ""] = parts.names.values();
  const writer = new TreeWriter(parts);
  const style = { ...ROOT_STYLE, ...writer.styleOf(html.root), fontFamily };
  return { type: "div", key: null, props: { style, children: writer.nodes(html.children) } };
}

class TreeWriter {
  readonly #letters: HtmlLetters;
  readonly #names: ReadonlyMap<FontFile, string>;
  readonly #images: HtmlImages;

  constructor({ letters, names, images }: TreeParts) {
    this.#letters = letters;
    this.#names = names;
    this.#images = images;
  }

  nodes(nodes: readonly SafeHtmlNode[]): (TreeNode | string)[] {
    return nodes.flatMap((node): (TreeNode | string)[] => {
      if ("text" in node) return [node.text];
      // Without an address there is nothing to show.
      return node.src === "" ? [] : [this.#node(inKnownForm(node))];
    });
  }

  #node(node: SafeHtmlElement): TreeNode {
    const { name, style, children, src, dir } = node;
    const families = this.#familiesOf(children);
    const isImage = src !== undefined;
    return {
      type: name,
      key: null,
      props: {
        style: { ...this.styleOf(style), ...(families !== "" && { fontFamily: families }) },
        ...(children.length > 0 && { children: this.nodes(children) }),
        ...(isImage && { src: this.#images.hrefOf(src), ...this.#sidesOf(node) }),
        ...(dir !== undefined && { dir }),
      },
    };
  }

  /**
   * Returns the sides of an image. An image without a given width or height gets its own size: the engine would make it
   * as wide as the block around it.
   */
  #sidesOf({ src = "", style, width, height }: SafeHtmlElement): { width?: number; height?: number } {
    const hasSide = width !== undefined || height !== undefined || style.has("width") || style.has("height");
    if (!hasSide) return this.#images.sizeOf(src);
    return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  }

  /** Returns the fonts of the texts directly inside of an element. */
  #familiesOf(children: readonly SafeHtmlNode[]): string {
    const files = children.flatMap((child) => ("text" in child ? (this.#letters.filesOf.get(child) ?? []) : []));
    return [...new Set(files)].flatMap((file) => this.#names.get(file) ?? []).join(", ");
  }

  styleOf(style: ReadonlyMap<string, string>): Record<string, string | number> {
    return Object.fromEntries(
      [...style].map(([property, value]) => [camelCase(property), this.#valueOf(property, value)] as const),
    );
  }

  #valueOf(property: string, value: string): string | number {
    if (/^[+-]?[\d.]+$/.test(value) && (NUMERIC.has(property) || Number(value) === 0)) return Number(value);
    return value.includes("url(") ? this.#withImages(value) : value;
  }

  #withImages(value: string): string {
    return value.replace(/url\(\s*(["']?)(.*?)\1\s*\)/g, (_, _quote: string, url: string) => {
      return `url(${this.#images.hrefOf(url)})`;
    });
  }
}

/** Returns an element in a form that the layout engine knows: with its default look, and tables as grids. */
function inKnownForm(node: SafeHtmlElement): SafeHtmlElement {
  if (node.name === "table") return tableAsGrid(node);
  const usual = DEFAULT_STYLES[node.name];
  if (usual === undefined) return node;
  // A property that is set again is applied last, so that it also overrides a shorthand of the default look.
  const style = new Map([...[...usual].filter(([key]) => !node.style.has(key)), ...node.style]);
  // The content of a button is vertically centered in it.
  const isCentered = node.name === "button" && !node.style.has("display");
  const content = { name: "div", style: new Map<string, string>(), children: node.children };
  return { ...node, name: isCentered ? "div" : "span", style, children: isCentered ? [content] : node.children };
}

/** Returns the JSX name of a property. For example, `-webkit-line-clamp` becomes `WebkitLineClamp`. */
function camelCase(property: string): string {
  return property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
