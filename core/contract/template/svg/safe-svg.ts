/** An element of a sanitized SVG. Its references point only to IDs of the same SVG. */
export interface SafeElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SafeElement[];
}

export interface SafeSvg {
  readonly viewBox: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly children: readonly SafeElement[];
  /** Presentation attributes of the root, which its children inherit. */
  readonly attributes: ReadonlyMap<string, string>;
}
