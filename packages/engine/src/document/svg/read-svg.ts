import { parseXml } from "./parse-xml.js";
import { RecentTexts } from "./recent-texts.js";
import type { SafeSvg } from "./safe-svg.js";
import { sanitizeSvg } from "./sanitize-svg.js";
import { lengthIn } from "./shape-extent.js";
import { SvgError, svgErrorSentence } from "./svg-error.js";
import { svgSource } from "./svg-source.js";
import { type SvgTexts, textsOf } from "./svg-texts.js";
import type { SvgUse } from "./svg-vocabulary.js";
import type { XmlElement } from "./xml-tree.js";

export type ReadSvg = { readonly svg: SafeSvg } | { readonly issue: string };

/** Reads and sanitizes an SVG, or a data URI of one. Does not throw. */
export function readSvg(text: string): ReadSvg {
  return TREES.layer.get(text, () => readUse(text, "layer"));
}

/**
 * Reads and sanitizes an SVG of a layer with its texts. If only the texts have an issue, returns the drawing without
 * them, because a drawing that was valid before texts were drawn stays valid. Does not throw.
 */
export function readLetteredSvg(text: string): ReadSvg {
  return TREES.lettered.get(text, () => readUse(text, "lettered"));
}

/**
 * Reads and sanitizes an SVG file that an image shows. Its texts, filters, markers and embedded raster images are kept,
 * within limits. Does not throw.
 */
export function readSvgFile(text: string): ReadSvg {
  return TREES.file.get(text, () => readUse(text, "file"));
}

/**
 * The SVGs that were read last, because drawing one picture needs the same SVGs several times. A tree takes much more
 * memory than its text, so few trees are kept.
 */
const TREES = {
  layer: new RecentTexts<ReadSvg>(300_000),
  lettered: new RecentTexts<ReadSvg>(300_000),
  file: new RecentTexts<ReadSvg>(600_000),
};

function readUse(text: string, use: SvgUse): ReadSvg {
  const read = readAs(text, use);
  if (use !== "lettered" || "svg" in read) return read;
  const bare = readUse(text, "layer");
  return "svg" in bare ? { svg: { ...bare.svg, textIssue: read.issue } } : bare;
}

function readAs(text: string, use: SvgUse): ReadSvg {
  let source = text;
  try {
    source = svgSource(text, use);
    return { svg: sanitizeSvg(parseXml(source), use) };
  } catch (error) {
    return { issue: issueOf(error, source) };
  }
}

/** The facts that the checks of an SVG need: why it cannot be used, or how much drawing it costs. */
export type SvgFacts =
  | { readonly issue: string }
  | (Pick<SafeSvg, "cost" | "viewBox"> & {
      /** Its size in pixels, if it is not enlarged. */
      readonly size: { readonly width: number; readonly height: number };
      /** Its texts. A layer's drawing has none unless it is read with them. */
      readonly texts: SvgTexts;
    });

/** The facts of the SVGs that were read last. */
const FACTS = {
  layer: new RecentTexts<SvgFacts>(4_000_000),
  lettered: new RecentTexts<SvgFacts>(4_000_000),
  file: new RecentTexts<SvgFacts>(4_000_000),
};

/** Returns the facts of a layer's drawing or of a file. Does not throw. */
export function svgFacts(text: string, use: SvgUse = "layer"): SvgFacts {
  return FACTS[use].get(text, () => {
    // The tree is not kept, because a process that checks requests never draws the SVG.
    const read = readUse(text, use);
    if ("issue" in read) return read;
    return { cost: read.svg.cost, viewBox: read.svg.viewBox, size: sizeOf(read.svg, use), texts: textsOf(read.svg) };
  });
}

/**
 * Returns the size of an SVG. A layer's drawing is written with the size of its view box. A file has a size of its own.
 */
function sizeOf({ viewBox, attributes }: SafeSvg, use: SvgUse): { width: number; height: number } {
  const own = (key: "width" | "height") => (use === "file" ? lengthIn(attributes.get(key)) : undefined);
  const [width, height] = [own("width"), own("height")];
  const ratio = viewBox.width / viewBox.height;
  if (width === undefined && height === undefined) return viewBox;
  return { width: width ?? (height ?? 0) * ratio, height: height ?? (width ?? 0) / ratio };
}

/** Returns a sentence that says why an SVG cannot be used, or undefined if it can. */
export function svgIssue(text: string): string | undefined {
  const facts = svgFacts(text);
  return "issue" in facts ? facts.issue : undefined;
}

/**
 * Reads an SVG that a layout engine has written, and sanitizes it as a file. Such an engine can write the same
 * definition several times. The first one counts. Does not throw.
 */
export function readGeneratedSvg(text: string): ReadSvg {
  try {
    const document = parseXml(text);
    return { svg: sanitizeSvg({ ...document, root: withoutDuplicates(document.root, new Set()) }, "file") };
  } catch (error) {
    return { issue: issueOf(error, text) };
  }
}

/** Leaves out elements whose ID an earlier element has. */
function withoutDuplicates(element: XmlElement, known: Set<string>): XmlElement {
  const children = element.children.flatMap((child) => {
    const id = child.attributes.get("id");
    if (id !== undefined && known.has(id)) return [];
    if (id !== undefined) known.add(id);
    return [withoutDuplicates(child, known)];
  });
  return { ...element, children };
}

function issueOf(error: unknown, source: string): string {
  if (error instanceof SvgError) return svgErrorSentence(error, source);
  throw error;
}
