/** Prepares the file of an image for the image library, which has no fonts. */
import { FIRST_EDITION } from "../document/edition.js";
import type { SafeElement } from "../document/svg/safe-element.js";
import type { SafeSvg } from "../document/svg/safe-svg.js";
import { rewriteSvgFile } from "../document/svg/write-svg-file.js";
import type { FontLibrary } from "../fonts/font-library.js";
import { markAsSafe, safeImage } from "../images/safe-image.js";
import { textEngineOf } from "../layout/measure-layer.js";
import type { OutlineOptions } from "./outline-texts.js";
import { NO_FINDINGS, type TextFindings } from "./text-findings.js";

/** The parts of its source that an SVG does not show, or shows in another way. */
export interface SvgFindings extends TextFindings {
  /** The elements that are left out. */
  readonly omitted: readonly string[];
  /** The reason why a drawing has no texts although its source has some. */
  readonly textIssue?: string | undefined;
}

/** A file that the image library draws as it should look. */
export interface DrawableFile {
  readonly bytes: Uint8Array;
  readonly findings: SvgFindings;
}

const NOTHING: SvgFindings = { ...NO_FINDINGS, omitted: [] };

/**
 * Returns a file whose texts are outlines, or the file itself if it is not an SVG, or if its edition draws no texts.
 *
 * @throws Error if the bytes are not an image
 */
export async function drawableFile(
  bytes: Uint8Array,
  fonts: FontLibrary,
  options: OutlineOptions,
): Promise<DrawableFile> {
  const { svg } = safeImage(bytes);
  if (svg === undefined) return { bytes, findings: NOTHING };
  const outlined = await outlinedSvg(svg, fonts, options);
  if (outlined.svg === svg) return { bytes, findings: outlined.findings };
  const file = Buffer.from(rewriteSvgFile(outlined.svg));
  markAsSafe(file, outlined.svg);
  return { bytes: file, findings: outlined.findings };
}

/** Returns the parts of its source that an SVG does not show, or shows in another way. */
export async function svgFindings(svg: SafeSvg, fonts: FontLibrary, options: OutlineOptions): Promise<SvgFindings> {
  return (await outlinedSvg(svg, fonts, options)).findings;
}

async function outlinedSvg(
  svg: SafeSvg,
  fonts: FontLibrary,
  options: OutlineOptions,
): Promise<{ readonly svg: SafeSvg; readonly findings: SvgFindings }> {
  const { omitted, textIssue } = svg;
  const isDrawnAsText = hasTexts(svg);
  if (!isDrawnAsText) return { svg, findings: { ...NOTHING, omitted, textIssue } };
  if (fonts.edition === FIRST_EDITION) return { svg, findings: { ...NOTHING, omitted: [...omitted, "text"] } };
  // Few pictures need this code, and loading it takes time.
  const { outlineTexts } = await import("./outline-texts.js");
  const outlined = outlineTexts(svg, await textEngineOf(fonts), options);
  return { svg: outlined.svg, findings: { ...outlined.findings, omitted, textIssue } };
}

/** Returns whether an SVG has texts. */
function hasTexts({ children }: Pick<SafeElement, "children">): boolean {
  return children.some((child) => child.name === "text" || hasTexts(child));
}
