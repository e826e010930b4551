import { MAX_FILTER_PIXELS } from "../estimate/cost-limits.js";
import { MAX_WORK_US } from "../shared/work.js";

/** Microseconds of the rasterizer, measured with resvg 0.45 and rounded up. */
const MICROSECONDS = {
  drawing: 100,
  /** Clearing, copying and blending the pixels of a drawing. */
  pixel: 0.008,
  /** A pixel of a path, which can cover all pixels: plain, and with a gradient. */
  pathPixel: 0.002,
  gradientPixel: 0.02,
  /** A buffer for a clip, an opacity or an isolated group. */
  layerPixel: 0.012,
  /** A pixel of the region of a filter. */
  blurPixel: 0.2,
  imagePixel: 0.04,
  /** Parsing a character of the SVG, and filling its paths. */
  character: 0.06,
  /** A character of a path with a stroke. The stroke becomes a path of its own. */
  strokedCharacter: 0.25,
} as const;

/** The pixels that a drawing covers. */
export interface Coverage {
  /** The area that is drawn. It can be the whole picture, although the ink covers less. */
  readonly drawn: number;
  /** The area of the ink. */
  readonly ink: number;
  /** The number of pixels in a square with a side of one document pixel. */
  readonly unit: number;
}

/**
 * Returns an upper estimate of the processor time for drawing our own SVG, in microseconds. It exceeds any budget if a
 * filter needs too much memory.
 */
export function rasterWork(svg: string, { drawn, ink, unit }: Coverage): number {
  const regions = [...svg.matchAll(FILTER)].map(([, width, height]) => Number(width) * Number(height) * unit);
  if (regions.some((pixels) => pixels > MAX_FILTER_PIXELS)) return MAX_WORK_US;
  const filtered = regions.reduce((sum, pixels) => sum + pixels, 0);
  const layers = count(svg, " clip-path=") + count(svg, "isolation:isolate") + count(svg, " opacity=");
  const perPixel =
    Math.min(count(svg, "<path"), 20) * MICROSECONDS.pathPixel +
    count(svg, ' fill="url(') * MICROSECONDS.gradientPixel +
    layers * MICROSECONDS.layerPixel +
    count(svg, "<image") * MICROSECONDS.imagePixel;
  const perCharacter = svg.includes(" stroke=") ? MICROSECONDS.strokedCharacter : MICROSECONDS.character;
  return (
    MICROSECONDS.drawing +
    drawn * MICROSECONDS.pixel +
    ink * perPixel +
    filtered * MICROSECONDS.blurPixel +
    withoutImages(svg) * perCharacter
  );
}

const FILTER = /<filter [^>]* width="([\d.]+)" height="([\d.]+)"/g;

/** Returns the length of the SVG without embedded images. */
function withoutImages(svg: string): number {
  const image = svg.indexOf(' href="data:');
  return image === -1 ? svg.length : svg.length - (svg.indexOf('"', image + 10) - image);
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++;
  return found;
}
