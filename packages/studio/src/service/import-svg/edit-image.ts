/** Crops and mirrors the images of an SVG, by a canvas of the browser. */
import { cropPixels, type EditImage } from "@image-render/import-svg";

/** The quality of photos that are encoded again. */
const QUALITY = 0.92;

/** Crops an image, then mirrors it. A kind that browsers do not write becomes a PNG. */
export const editImage: EditImage = async (bytes, { crop, flipX = false, flipY = false }) => {
  const address = URL.createObjectURL(new Blob([bytes.slice()], { type: isMarkup(bytes) ? "image/svg+xml" : "" }));
  try {
    const image = new Image();
    image.src = address;
    // The decoded image is upright, as its orientation in the file says.
    await image.decode();
    const whole = { width: image.naturalWidth, height: image.naturalHeight };
    const { left, top, width, height } = cropPixels(crop ?? { x: 0, y: 0, width: 1, height: 1 }, whole);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    context?.translate(flipX ? width : 0, flipY ? height : 0);
    context?.scale(flipX ? -1 : 1, flipY ? -1 : 1);
    context?.drawImage(image, left, top, width, height, 0, 0, width, height);
    const isPhoto = bytes[0] === 0xff && bytes[1] === 0xd8;
    const edited = await canvas.convertToBlob({ type: isPhoto ? "image/jpeg" : "image/png", quality: QUALITY });
    return new Uint8Array(await edited.arrayBuffer());
  } finally {
    URL.revokeObjectURL(address);
  }
};

/** Returns whether a file begins as XML does. Every other image begins with bytes of its own. */
function isMarkup(bytes: Uint8Array): boolean {
  return /^\s*</.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}
