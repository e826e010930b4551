/** The part of an image that is kept, in shares of its sides, and whether it is mirrored. At least one key is set. */
export interface ImageEdit {
  readonly crop?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly flipX?: boolean;
  readonly flipY?: boolean;
}

/** Crops an image, then mirrors it. Returns the bytes of an image of the same kind, or of a PNG for an SVG. */
export type EditImage = (bytes: Uint8Array, edit: ImageEdit) => Promise<Uint8Array>;

/** Returns the part of an image that a crop keeps, in whole pixels inside of the image. */
export function cropPixels(
  { x, y, width, height }: Required<ImageEdit>["crop"],
  image: { readonly width: number; readonly height: number },
): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
  const left = Math.min(image.width - 1, Math.max(0, Math.round(x * image.width)));
  const top = Math.min(image.height - 1, Math.max(0, Math.round(y * image.height)));
  return {
    left,
    top,
    width: Math.min(image.width - left, Math.max(1, Math.round(width * image.width))),
    height: Math.min(image.height - top, Math.max(1, Math.round(height * image.height))),
  };
}
