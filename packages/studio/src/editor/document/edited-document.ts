/** A template document while somebody edits it: plain JSON that the service checks, so every attribute is unknown here. */

/** A layer. Attributes that it does not name have the defaults of its type. */
export interface EditedLayer {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  /** The layers of a group, in paint order. */
  readonly children?: readonly EditedLayer[];
  readonly [attribute: string]: unknown;
}

/** A document. Operations never change one: they return another that shares what is the same. */
export interface EditedDocument {
  readonly width: number;
  readonly height: number | "hug";
  readonly layers: readonly EditedLayer[];
  readonly [key: string]: unknown;
}

/** A value that is one pair of braces is an expression, which only the service evaluates. */
export function isExpression(value: unknown): value is string {
  return typeof value === "string" && /^\s*\{\{[^]*\}\}\s*$/.test(value);
}

/** Returns the height of the canvas in pixels: that of the document, or its largest one if its content decides. */
export function canvasHeight(document: EditedDocument): number {
  if (document.height !== "hug") return document.height;
  return typeof document["max_height"] === "number" ? document["max_height"] : document.width;
}
