/** Resolves how an SVG element looks: merges its attributes, its `style` and the rules of `<style>` into attributes. */
import { fontLonghands } from "./font-shorthand.js";
import { SvgError } from "./svg-error.js";
import { MARKERS } from "./svg-references.js";
import { KNOWN_NAMES, PRESENTATION_NAMES, type SvgUse } from "./svg-vocabulary.js";
import type { XmlDocument, XmlElement } from "./xml-tree.js";

/** The declarations of one block, and their length as attributes. */
interface Block {
  readonly declarations: readonly Declaration[];
  readonly length: number;
}
type Declaration = readonly [name: string, value: string];
/** The blocks for each name that a simple selector can have. */
type Blocks = Map<string, Block[]>;

/** The style rules of an SVG, and the attributes that are known for its use. */
export class SvgStyles {
  readonly use: SvgUse;
  readonly #ofElements: Blocks = new Map();
  readonly #ofClasses: Blocks = new Map();
  readonly #ofIds: Blocks = new Map();
  readonly #most: number;
  #applied = 0;
  #hasRules = false;

  /** Reads the rules of every `<style>`. Only simple selectors have an effect. */
  constructor({ styleSheets, characters }: Omit<XmlDocument, "root">, use: SvgUse) {
    this.use = use;
    this.#most = MAX_ADDED_CHARACTERS.fixed + MAX_ADDED_CHARACTERS.perSourceCharacter * characters;
    for (const { text } of styleSheets) for (const block of withoutComments(text).split("}")) this.#addRule(block);
  }

  /**
   * Returns the known attributes of an element. Rules override attributes, and the element's own style overrides both.
   *
   * @throws SvgError if a reference of a layer's drawing points outside of the SVG. In a file, such a reference is left
   * out.
   */
  attributesOf(element: XmlElement): ReadonlyMap<string, string> {
    const { attributes, at } = element;
    if (!this.#hasRules && isFinal(attributes, this.use)) return attributes;
    const found = new Map<string, string>();
    for (const [name, value] of attributes) if (KNOWN_NAMES[this.use].has(name)) found.set(name, value);
    if (this.#hasRules) this.#applyRules(element, found);
    const style = attributes.get("style");
    if (style !== undefined) for (const [name, value] of readDeclarations(style, this.use)) found.set(name, value);
    for (const [name, value] of found) {
      if (!mayRefer(name, value)) continue;
      const plain = plainReferences(name, value);
      if (plain === undefined) found.delete(name);
      else if (!isForeign(name, plain, this.use)) found.set(name, plain);
      else if (this.use === "file") found.delete(name);
      else throw new SvgError("References to anything outside of the SVG are not allowed", at);
    }
    return found;
  }

  #addRule(text: string): void {
    const open = text.lastIndexOf("{");
    if (open === -1) return;
    const declarations = readDeclarations(text.slice(open + 1), this.use);
    if (declarations.length === 0) return;
    const length = declarations.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    this.#hasRules = true;
    for (const written of text.slice(0, open).split(",")) {
      const selector = written.trim();
      if (selector.startsWith(".")) addTo(this.#ofClasses, selector.slice(1), { declarations, length });
      else if (selector.startsWith("#")) addTo(this.#ofIds, selector.slice(1), { declarations, length });
      else addTo(this.#ofElements, selector, { declarations, length });
    }
  }

  #applyRules({ name, attributes, at }: XmlElement, found: Map<string, string>): void {
    this.#apply(this.#ofElements.get(name), found, at);
    const classes = attributes.get("class");
    if (classes !== undefined) {
      for (const each of classes.split(" ")) this.#apply(this.#ofClasses.get(each), found, at);
    }
    const id = attributes.get("id");
    if (id !== undefined) this.#apply(this.#ofIds.get(id), found, at);
  }

  #apply(blocks: readonly Block[] | undefined, found: Map<string, string>, at: number): void {
    for (const { declarations, length } of blocks ?? []) {
      this.#applied += length;
      if (this.#applied > this.#most) throw new SvgError(TOO_MANY_RULES, at);
      for (const [name, value] of declarations) found.set(name, value);
    }
  }
}

/**
 * The maximum number of characters that style rules can add to an SVG: a fixed number, plus a multiple of the length of
 * its source. A rule of a few hundred characters can apply to thousands of elements, and each of them is written with
 * the whole rule.
 */
const MAX_ADDED_CHARACTERS = { fixed: 100_000, perSourceCharacter: 5 };
const TOO_MANY_RULES =
  "The rules in <style> would make the SVG more than five times as long. Leave out declarations, or use attributes of groups";

/** Returns whether all attributes are known and contain no references. That is the case for most elements. */
function isFinal(attributes: ReadonlyMap<string, string>, use: SvgUse): boolean {
  for (const [name, value] of attributes) if (!KNOWN_NAMES[use].has(name) || mayRefer(name, value)) return false;
  return true;
}

function addTo(blocks: Blocks, name: string, block: Block): void {
  if (name === "") return;
  const known = blocks.get(name);
  if (known === undefined) blocks.set(name, [block]);
  else known.push(block);
}

/** Leaves out comments. One that is not closed ends with the text (CSS Syntax 3, section 4.3.2). */
function withoutComments(css: string): string {
  return css.includes("/*") ? css.replace(/\/\*[^]*?(?:\*\/|$)/g, "") : css;
}

function readDeclarations(css: string, use: SvgUse): Declaration[] {
  const found: Declaration[] = [];
  for (const declaration of css.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon === -1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    if (name === "font" && PRESENTATION_NAMES[use].has("font-size")) {
      found.push(...fontLonghands(declaration.slice(colon + 1)));
      continue;
    }
    if (!PRESENTATION_NAMES[use].has(name)) continue;
    const value = declaration.slice(colon + 1).replace("!important", "");
    found.push([name, value.trim()]);
  }
  return found;
}

const SHORTEST_REFERENCE = "url(".length;
/** The properties whose value can be a reference. */
const REFERRING = new Set([..."fill stroke mask clip-path filter".split(" "), ...MARKERS]);
/** The properties that a child has only if it asks for its parent's value. */
const NOT_INHERITED = new Set(["mask", "clip-path", "filter"]);

/**
 * Returns whether a value can contain a reference. Most values have none. Path data can be long, so it is searched only
 * once, here.
 */
function mayRefer(name: string, value: string): boolean {
  if (name === "href") return true;
  if (REFERRING.has(name)) return value.length >= SHORTEST_REFERENCE && /url\(|[\\/]|inherit/i.test(value);
  return value.length >= SHORTEST_REFERENCE && /url\(/i.test(value);
}

/**
 * Returns the value with its references in one form: `url(#id)`, without quotes, comments and uppercase. So nothing
 * that counts references misses one that the rasterizer finds. Returns undefined for a value that can hide a reference:
 * with an escape, such as `\75rl(#id)`, or with the reference of the parent.
 */
function plainReferences(name: string, value: string): string | undefined {
  if (!REFERRING.has(name)) return plainQuotes(value);
  if (value.includes("\\")) return undefined;
  const plain = plainQuotes(withoutComments(value).replace(/url\(/gi, "url("));
  return NOT_INHERITED.has(name) && /^\s*inherit\b/i.test(plain) ? undefined : plain;
}

function plainQuotes(value: string): string {
  if (!value.includes("'") && !value.includes('"')) return value;
  return value.replaceAll("url('#", "url(#").replaceAll('url("#', "url(#").replaceAll("')", ")").replaceAll('")', ")");
}

/**
 * Returns whether a value refers to anything except IDs of the same SVG. In a file, a link can contain a raster image.
 */
function isForeign(name: string, plain: string, use: SvgUse): boolean {
  if (name === "href" && !plain.startsWith("#")) return use !== "file" || !/^\s*data:/i.test(plain);
  return /url\((?!#)/i.test(plain);
}
