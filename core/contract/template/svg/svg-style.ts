/** Resolves how an SVG element looks: merges its attributes, its `style` and the rules of `<style>` into attributes. */
import type { XmlElement } from "./parse-xml.js";
import { SvgError } from "./svg-error.js";

/** Declarations by simple selector: `path`, `.name` or `#name`. */
export type StyleRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

const GEOMETRY =
  "id d x y width height rx ry cx cy r x1 y1 x2 y2 points transform viewBox preserveAspectRatio offset " +
  "gradientUnits gradientTransform spreadMethod fx fy fr patternUnits patternContentUnits patternTransform " +
  "maskUnits maskContentUnits clipPathUnits href";
const PRESENTATION =
  "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit " +
  "stroke-dasharray stroke-dashoffset opacity color display visibility clip-path clip-rule mask stop-color stop-opacity " +
  "paint-order shape-rendering vector-effect";

const PRESENTATION_NAMES: ReadonlySet<string> = new Set(PRESENTATION.split(" "));
const KNOWN_NAMES: ReadonlySet<string> = new Set([...GEOMETRY.split(" "), ...PRESENTATION_NAMES]);

/**
 * The known attributes of an element. Rules override attributes, and the element's own style overrides both.
 *
 * @throws SvgError if a reference points outside of the SVG.
 */
export function presentationOf(element: XmlElement, rules: StyleRules): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    const key = name === "xlink:href" ? "href" : name;
    if (KNOWN_NAMES.has(key)) found.set(key, value);
  }
  const selectors = [
    element.name,
    ...(element.attributes.get("class") ?? "").split(" ").map((name) => `.${name}`),
    `#${element.attributes.get("id") ?? ""}`,
  ];
  for (const selector of selectors) for (const [key, value] of rules.get(selector) ?? []) found.set(key, value);
  for (const [key, value] of readDeclarations(element.attributes.get("style") ?? "")) found.set(key, value);
  for (const [key, value] of found) found.set(key, plainReference(key, value, element.at));
  return found;
}

/** Collects the rules of every `<style>`. Only simple selectors have an effect. */
export function readStyleRules(element: XmlElement): Map<string, Map<string, string>> {
  const rules = new Map<string, Map<string, string>>();
  collectRules(element, rules);
  return rules;
}

function collectRules(element: XmlElement, rules: Map<string, Map<string, string>>): void {
  if (element.name === "style") {
    for (const block of withoutComments(element.text).split("}")) addRule(block, rules);
  }
  for (const child of element.children) collectRules(child, rules);
}

function addRule(block: string, rules: Map<string, Map<string, string>>): void {
  const open = block.lastIndexOf("{");
  if (open === -1) return;
  const declarations = readDeclarations(block.slice(open + 1));
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

function readDeclarations(css: string): [string, string][] {
  return css.split(";").flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace("!important", "")
      .trim();
    return PRESENTATION_NAMES.has(name) ? [[name, value]] : [];
  });
}

/** The value with its references unquoted. Only references to IDs of the same SVG are allowed: `#id`, `url(#id)`. */
function plainReference(key: string, value: string, at: number): string {
  const plain = value
    .replaceAll("url('#", "url(#")
    .replaceAll('url("#', "url(#")
    .replaceAll("')", ")")
    .replaceAll('")', ")");
  const isForeignLink = key === "href" && !plain.startsWith("#");
  const urls = plain.toLowerCase().split("url(").slice(1);
  const isForeignUrl = urls.some((rest) => !rest.startsWith("#"));
  if (!isForeignLink && !isForeignUrl) return plain;
  throw new SvgError("References to anything outside of the SVG are not allowed", at);
}
