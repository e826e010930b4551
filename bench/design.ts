/** A picture that every engine can render: boxes, single-line texts and images, each with a position and a size. */

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BoxPart extends Place {
  readonly kind: "box";
  readonly color: string;
  /** A gradient from the first color at the top to the second color at the bottom. It replaces `color`. */
  readonly gradient?: readonly [string, string];
  readonly radius?: number;
  /** The opacity of a black shadow, which is moved down by 4 px and has a blur of 16 px. */
  readonly shadow?: number;
}

export interface TextPart extends Place {
  readonly kind: "text";
  readonly text: string;
  readonly size: number;
  readonly weight: 400 | 700;
  readonly color: string;
}

export interface ImagePart extends Place {
  readonly kind: "image";
  /** A data URI. */
  readonly source: string;
  readonly radius?: number;
  /** Whether the request sets the image, so that each render has a different one. */
  readonly isFresh?: boolean;
}

export type Part = BoxPart | TextPart | ImagePart;

export interface Design {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly parts: readonly Part[];
}

/** The formats of the pictures, by their names in the table of results. */
export type Format = "png" | "jpeg" | "webp";

/** Renders pictures. It is warm: it has read its fonts, and decoded the images that it can keep. */
export interface Engine {
  readonly name: string;
  readonly render: (design: Design, format: Format) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}
