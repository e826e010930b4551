/** A picture as every engine can make it: boxes, texts in one line and images, each at its place. */

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BoxPart extends Place {
  readonly kind: "box";
  readonly color: string;
  /** From the first colour at the top to the second at the bottom, instead of the colour. */
  readonly gradient?: readonly [string, string];
  readonly radius?: number;
  /** Black at this opacity, 4 px down, blurred by 16 px. */
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
}

export type Part = BoxPart | TextPart | ImagePart;

export interface Design {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly parts: readonly Part[];
}

/** The pictures' formats, by the names that the table uses. */
export type Format = "png" | "jpeg" | "webp";

/** Something that makes pictures. It is warm: fonts read, images decoded where it can keep them. */
export interface Engine {
  readonly name: string;
  /** Whether it can make this at all. */
  readonly render: (design: Design, format: Format) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}
