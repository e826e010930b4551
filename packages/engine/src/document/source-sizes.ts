/** The limits of SVG and HTML in the layers of a document or request. Reading stops when a limit is exceeded. */
import {
  MAX_HTML_CHARACTERS,
  MAX_STYLE_STEPS,
  MAX_SVG_CHARACTERS,
  MAX_SVG_ELEMENTS,
} from "../limits/picture-limits.js";
import { knownHtml } from "./html/html-facts.js";
import { htmlLength } from "./html/html-length.js";
import { HTML_LIMITS } from "./html/html-vocabulary.js";
import { countElements } from "./svg/count-elements.js";

/**
 * Returns a sentence that says why the layers have too much SVG or HTML together, or undefined. A source that several
 * layers share counts once. `isTemplate` says whether they are layers of a document, where HTML can contain
 * placeholders.
 */
export function sourceSizeIssue(layers: readonly unknown[], isTemplate: boolean): string | undefined {
  return svgIssue(sourcesOf(layers, "svg")) ?? htmlIssue(sourcesOf(layers, "html"), isTemplate);
}

function svgIssue(sources: readonly string[]): string | undefined {
  const characters = sumOf(sources, ({ length }) => length);
  if (characters > MAX_SVG_CHARACTERS) {
    return `All different SVGs of a picture have at most ${MAX_SVG_CHARACTERS} characters together; these have ${characters}.`;
  }
  const elements = sumOf(sources, (source) => countElements(source, "layer"));
  if (elements <= MAX_SVG_ELEMENTS) return undefined;
  return `All different SVGs of a picture have at most ${MAX_SVG_ELEMENTS} elements together; these have ${elements}. Draw small shapes by one path.`;
}

function htmlIssue(sources: readonly string[], isTemplate: boolean): string | undefined {
  const characters = sumOf(sources, htmlLength);
  if (characters > MAX_HTML_CHARACTERS) {
    return `All different HTML of a picture has at most ${MAX_HTML_CHARACTERS} characters together, without images in data URIs; this has ${characters}.`;
  }
  let steps = 0;
  for (const source of sources) {
    // The check of the layer refuses a longer source.
    if (source.length <= HTML_LIMITS.characters) steps += knownHtml(source, isTemplate).html.styleSteps;
    if (steps > MAX_STYLE_STEPS) {
      return "The styles of all different HTML of a picture take too much work together. Use fewer rules, fewer declarations and fewer elements.";
    }
  }
  return undefined;
}

function sumOf(sources: readonly string[], sizeOf: (source: string) => number): number {
  return sources.reduce((sum, source) => sum + sizeOf(source), 0);
}

/** Returns the different sources in an attribute of layers. */
function sourcesOf(layers: readonly unknown[], attribute: string): string[] {
  const sources = new Set<string>();
  for (const layer of layers) {
    const source =
      typeof layer === "object" && layer !== null ? (layer as Readonly<Record<string, unknown>>)[attribute] : undefined;
    if (typeof source === "string") sources.add(source);
  }
  return [...sources];
}
