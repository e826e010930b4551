/** The cost of an SVG. The numbers do not depend on the size at which it is drawn. `svgWork` applies the size. */
export interface SvgCost {
  /** The number of elements. */
  readonly elements: number;
  /** Lines and curves of all shapes, dashes and markers. */
  readonly segments: number;
  /** Pixel buffers as large as the whole picture: for opacity, masks, clips, and patterns. */
  readonly layers: number;
  /** Steps of filters, each of which passes over all pixels of the picture. */
  readonly passes: number;
  /** The area around each pixel that filters read, in square user units. */
  readonly neighbors: number;
  /** Pixels of embedded images. */
  readonly imagePixels: number;
  /**
   * Time for the edges of shapes, at one pixel per user unit. `edgesPerRow` is the maximum for each row of the picture.
   */
  readonly edges: number;
  readonly edgesPerRow: number;
  /** Time for shapes whose edges are all vertical or horizontal, at any size. */
  readonly boxes: number;
  /**
   * Time for the areas of shapes, at one pixel per user unit. `areasPerPixel` is the maximum for each pixel of the
   * picture.
   */
  readonly areas: number;
  readonly areasPerPixel: number;
  /** The areas of the tiles of patterns in square user units. They do not depend on the size of the picture. */
  readonly tiles: number;
  /** Time for pixel buffers and for steps of filters, for each pixel of the picture. */
  readonly buffers: number;
  readonly filters: number;
}
