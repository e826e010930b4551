/** An element of a sanitized SVG. Each of its references is an ID of the same SVG or a checked raster image. */
export interface SafeElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SafeElement[];
  /** The characters of an element that is a piece of text and nothing else. */
  readonly text?: string;
}
