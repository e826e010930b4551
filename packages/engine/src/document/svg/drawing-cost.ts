/** The cost of an SVG. The numbers do not depend on the size at which it is drawn; `svgWork` applies that. */
export interface SvgCost {
  /** Elements. */
  readonly elements: number;
  /** Lines and curves of all shapes, dashes and markers. */
  readonly segments: number;
  /** Pixel buffers as large as the whole picture: opacity, masks, clips, patterns. */
  readonly layers: number;
  /** Steps of filters, each of which passes over all pixels of the picture. */
  readonly passes: number;
  /** Pixels around each pixel that filters read, as a share of the square of a user unit. */
  readonly neighbors: number;
  /** Pixels of embedded images. */
  readonly imagePixels: number;
  /** Time for the edges of shapes: for each pixel of a user unit, and for each row of the picture at most. */
  readonly edges: number;
  readonly edgesPerRow: number;
  /** Time for shapes whose edges are all upright, at any size. */
  readonly boxes: number;
  /** Time for the areas of shapes: for each pixel in the square of a user unit, and for each of the picture at most. */
  readonly areas: number;
  readonly areasPerPixel: number;
  /** The areas of the tiles of patterns: pixels in the square of a user unit, however large the picture is. */
  readonly tiles: number;
  /** Time for pixel buffers and for steps of filters, for each pixel of the picture. */
  readonly buffers: number;
  readonly filters: number;
}
