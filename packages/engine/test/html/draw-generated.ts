import sharp from "sharp";
import { readGeneratedSvg } from "../../src/document/svg/read-svg.js";
import type { SafeElement } from "../../src/document/svg/safe-element.js";
import { rewriteSvgFile } from "../../src/document/svg/write-svg-file.js";

/** The sides of the drawings, in pixels. */
export const WIDTH = 90;
const HEIGHT = 60;

/** Returns the SVG file of a drawing as the layout engine writes it, after a change, and its pixels as RGBA. */
export async function drawGenerated(
  inside: string,
  change: (elements: readonly SafeElement[]) => readonly SafeElement[] = (elements) => elements,
): Promise<{ readonly file: string; readonly pixels: Buffer }> {
  const size = `width="${WIDTH}" height="${HEIGHT}"`;
  const source = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;
  const read = readGeneratedSvg(source);
  if ("issue" in read) throw new Error(read.issue);
  const attributes = new Map([...read.svg.attributes, ["width", String(WIDTH)], ["height", String(HEIGHT)]]);
  const file = rewriteSvgFile({ ...read.svg, children: change(read.svg.children), attributes });
  return { file, pixels: await sharp(Buffer.from(file)).ensureAlpha().raw().toBuffer() };
}
