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
  blurPixel: 0.09,
  imagePixel: 0.04,
  /** A character of the SVG, to parse it and to fill its paths. */
  character: 0.06,
  /** A character of a path with a stroke, which becomes a path of its own. */
  strokedCharacter: 0.6,
} as const;

/** The processor time in microseconds for drawing SVG of our own on an area, as an upper estimate. */
export function rasterWork(svg: string, pixels: number): number {
  const layers = count(svg, " clip-path=") + count(svg, "isolation:isolate") + count(svg, " opacity=");
  const perPixel =
    US.pixel +
    Math.min(count(svg, "<path"), 20) * US.pathPixel +
    count(svg, ' fill="url(') * US.gradientPixel +
    layers * US.layerPixel +
    count(svg, " filter=") * US.blurPixel +
    count(svg, "<image") * US.imagePixel;
  const perCharacter = svg.includes(" stroke=") ? US.strokedCharacter : US.character;
  return US.drawing + pixels * perPixel + withoutImages(svg) * perCharacter;
}

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
