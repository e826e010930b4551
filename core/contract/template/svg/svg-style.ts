/** Resolves how an SVG element looks: merges its attributes, its `style` and the rules of `<style>` into attributes. */
import type { XmlElement } from "./parse-xml.js";
import { SvgError } from "./svg-error.js";
import { KNOWN_NAMES, PRESENTATION_NAMES, type SvgUse } from "./svg-vocabulary.js";

/** Declarations by simple selector: `path`, `.name` or `#name`. */
type StyleRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The rules of an SVG, and which attributes count for its use. */
export interface SvgStyles {
  readonly rules: StyleRules;
  readonly use: SvgUse;
}

/**
 * The known attributes of an element. Rules override attributes, and the element's own style overrides both.
 *
 * @throws SvgError if a reference of a layer's drawing points outside of the SVG. A file's reference is left out.
 */
export function presentationOf(element: XmlElement, { rules, use }: SvgStyles): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of element.attributes) if (KNOWN_NAMES[use].has(name)) found.set(name, value);
  if (rules.size > 0) applyRules(element, rules, found);
  const style = element.attributes.get("style");
  if (style !== undefined) for (const [key, value] of readDeclarations(style, use)) found.set(key, value);
  for (const [key, value] of found) {
    if (!mayRefer(key, value)) continue;
    const plain = plainReferences(value);
    if (!isForeign(key, plain, use)) found.set(key, plain);
    else if (use === "file") found.delete(key);
    else throw new SvgError("References to anything outside of the SVG are not allowed", element.at);
  }
  return found;
}

type Rules = Map<string, Map<string, string>>;

/** Collects the rules of every `<style>`. Only simple selectors have an effect. */
export function readStyles(root: XmlElement, use: SvgUse): SvgStyles {
  const rules: Rules = new Map();
  collectRules(root, use, rules);
  return { rules, use };
}

function collectRules(element: XmlElement, use: SvgUse, rules: Rules): void {
  if (element.name === "style") {
    for (const block of withoutComments(element.text).split("}")) addRule(block, use, rules);
  }
  for (const child of element.children) collectRules(child, use, rules);
}

function addRule(block: string, use: SvgUse, rules: Rules): void {
  const open = block.lastIndexOf("{");
  if (open === -1) return;
  const declarations = readDeclarations(block.slice(open + 1), use);
  for (const selector of block.slice(0, open).split(",")) {
    const key = selector.trim();
    rules.set(key, new Map([...(rules.get(key) ?? []), ...declarations]));
  }
}

function withoutComments(css: string): string {
  return css
    .split("/*")
    .map((piece, index) => (index === 0 ? piece : piece.slice(Math.max(piece.indexOf("*/"), 0) + 2)))
    .join("");
}

function readDeclarations(css: string, use: SvgUse): [string, string][] {
  return css.split(";").flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace("!important", "")
      .trim();
    return PRESENTATION_NAMES[use].has(name) ? [[name, value]] : [];
  });
}

function applyRules({ name, attributes }: XmlElement, rules: StyleRules, found: Map<string, string>): void {
  const classes = (attributes.get("class") ?? "").split(" ").map((each) => `.${each}`);
  for (const selector of [name, ...classes, `#${attributes.get("id") ?? ""}`]) {
    for (const [key, value] of rules.get(selector) ?? []) found.set(key, value);
  }
}

/** Most values refer to nothing. Path data can be long, so it is looked at once here, and not again. */
function mayRefer(key: string, value: string): boolean {
  return key === "href" || /url\(/i.test(value);
}

/** The value with its references unquoted: `url(#id)`. */
function plainReferences(value: string): string {
  return value.replaceAll("url('#", "url(#").replaceAll('url("#', "url(#").replaceAll("')", ")").replaceAll('")', ")");
}

/** Whether a value refers to anything but IDs of the same SVG. In a file, a link can contain a raster image. */
function isForeign(key: string, plain: string, use: SvgUse): boolean {
  if (key === "href" && !plain.startsWith("#")) return use === "layer" || !/^\s*data:/i.test(plain);
  const urls = plain.toLowerCase().split("url(").slice(1);
  return urls.some((rest) => !rest.startsWith("#"));
}
