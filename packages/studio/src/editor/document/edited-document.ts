/** A template document that is being edited: plain JSON that the service checks, so attributes are `unknown` here. */

/** A layer. Attributes that it does not name have the defaults of its type. */
export interface EditedLayer {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  /** The layers of a group, in paint order. */
  readonly children?: readonly EditedLayer[];
  readonly [attribute: string]: unknown;
}

/** A document. Operations never change it: they return a new one that shares the unchanged parts. */
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

/** Returns the height of the canvas in pixels: the height of the document, or its maximum if the content decides. */
export function canvasHeight(document: EditedDocument): number {
  if (document.height !== "hug") return document.height;
  return typeof document["max_height"] === "number" ? document["max_height"] : document.width;
}
