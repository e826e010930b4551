import { MAX_FILTER_PIXELS } from "../estimate/cost-limits.js";
import { MAX_WORK_US } from "../shared/work.js";

/** Microseconds of the rasterizer, measured with resvg 0.45 and rounded up. */
const US = {
  drawing: 100,
  /** Clearing, copying and blending the pixels of a drawing. */
  pixel: 0.008,
  /** A path that can cover all pixels, plain and with a gradient. */
  pathPixel: 0.002,
  gradientPixel: 0.02,
  /** A buffer for a clip, an opacity or an isolated group. */
  layerPixel: 0.012,
  /** A pixel of the region of a filter. */
  blurPixel: 0.2,
  imagePixel: 0.04,
  /** A character of the SVG, to parse it and to fill its paths. */
  character: 0.06,
  /** A character of a path with a stroke, which becomes a path of its own. */
  strokedCharacter: 0.25,
} as const;

/** What a drawing covers, in pixels. */
export interface Coverage {
  /** The area that is drawn. It can be the whole picture, although the ink covers less. */
  readonly drawn: number;
  /** The area of the ink. */
  readonly ink: number;
  /** The pixels of a square with a side of one unit of the document. */
  readonly unit: number;
}

/**
 * The processor time in microseconds for drawing SVG of our own, as an upper estimate. It is beyond any budget if a filter
 * needs too much memory.
 */
export function rasterWork(svg: string, { drawn, ink, unit }: Coverage): number {
  const regions = [...svg.matchAll(FILTER)].map(([, width, height]) => Number(width) * Number(height) * unit);
  if (regions.some((pixels) => pixels > MAX_FILTER_PIXELS)) return MAX_WORK_US;
  const filtered = regions.reduce((sum, pixels) => sum + pixels, 0);
  const layers = count(svg, " clip-path=") + count(svg, "isolation:isolate") + count(svg, " opacity=");
  const perPixel =
    Math.min(count(svg, "<path"), 20) * US.pathPixel +
    count(svg, ' fill="url(') * US.gradientPixel +
    layers * US.layerPixel +
    count(svg, "<image") * US.imagePixel;
  const perCharacter = svg.includes(" stroke=") ? US.strokedCharacter : US.character;
  return US.drawing + drawn * US.pixel + ink * perPixel + filtered * US.blurPixel + withoutImages(svg) * perCharacter;
}

const FILTER = /<filter [^>]* width="([\d.]+)" height="([\d.]+)"/g;

/** The length of the SVG without that of embedded pixels. */
function withoutImages(svg: string): number {
  const image = svg.indexOf(' href="data:');
  return image === -1 ? svg.length : svg.length - (svg.indexOf('"', image + 10) - image);
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++;
  return found;
}
