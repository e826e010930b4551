/** The sizes that an empty template can begin with. */
import type { TemplateDocument } from "@image-render/client";

/** A size in pixels of the document. */
export interface Size {
  readonly width: number;
  readonly height: number;
  /** Pixels per inch, for sizes of paper. */
  readonly dpi?: number;
}

/** The sizes by their names. A page of paper is large enough for print at scale 2. */
export const SIZES = {
  openGraph: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
  youTube: { width: 1280, height: 720 },
  a4: { width: 1240, height: 1754, dpi: 150 },
  email: { width: 1200, height: 400 },
} as const satisfies Record<string, Size>;

/** The name of a size. */
export type SizeName = keyof typeof SIZES;

/** Returns the name of a size, or undefined if the size has no name. */
export function nameOfSize({ width, height }: Size): SizeName | undefined {
  const names = Object.keys(SIZES) as SizeName[];
  return names.find((name) => SIZES[name].width === width && SIZES[name].height === height);
}

/** The limits of documents. */
export const MAX_SIDE_PX = 8192;
const MAX_PIXELS = 25_000_000;

/** The reason why a size is not valid: one of its sides, or its area. */
export type SizeProblem = "side" | "area";

/** Returns why a size is not valid, or undefined if it is valid. */
export function problemOfSize({ width, height }: Size): SizeProblem | undefined {
  const isSide = (px: number): boolean => Number.isInteger(px) && px >= 1 && px <= MAX_SIDE_PX;
  if (!isSide(width) || !isSide(height)) return "side";
  return width * height > MAX_PIXELS ? "area" : undefined;
}

/** Returns the document of an empty template. */
export function emptyDocument(size: Size): TemplateDocument {
  return { ...size, background: "#ffffff", layers: [] };
}
