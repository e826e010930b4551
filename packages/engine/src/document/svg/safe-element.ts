/** An element of a sanitized SVG. Its references point only to IDs of the same SVG, or are checked raster images. */
export interface SafeElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SafeElement[];
  /** The element is a piece of text, and has nothing else. */
  readonly text?: string;
}
