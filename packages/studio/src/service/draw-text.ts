/** Draws a line of text in a font, by the engine of the service. */
import { irs } from "./irs.js";

/** The text to draw. */
export interface DrawnText {
  readonly text: string;
  /** A built-in family, or any name for the file in `src`. */
  readonly family: string;
  /** The path of an uploaded font. */
  readonly src?: string | undefined;
  readonly color: string;
}

/** The size of the picture in CSS pixels. */
export const TEXT_SIZE = { width: 560, height: 48 };

/** Returns a transparent picture with the text. */
export async function drawText({ text, family, src, color }: DrawnText, signal: AbortSignal): Promise<Blob> {
  const document = {
    name: "Sample",
    ...TEXT_SIZE,
    ...(src !== undefined && { fonts: [{ family, src }] }),
    layers: [
      {
        id: "text",
        type: "text" as const,
        x: 0,
        y: 0,
        ...TEXT_SIZE,
        text,
        color,
        font_family: family,
        font_size: 26,
        max_lines: 1,
        vertical_align: "middle" as const,
      },
    ],
  };
  const request = { document, format: "webp" as const, scale: 2, transparent: true };
  return new Blob([await irs.templates.previewDocument(request, { signal })], { type: "image/webp" });
}
