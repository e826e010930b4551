/** Made for the first translucent pixel: it takes 3 ms of a cold start. */
let quotients: Uint8Array | undefined;

/** The color of each channel value and alpha, when the color was multiplied by the alpha: 256 values for each alpha. */
function makeQuotients(): Uint8Array {
  const made = new Uint8Array(256 * 256);
  for (let alpha = 1; alpha < 256; alpha++) {
    for (let value = 0; value < 256; value++) {
      made[alpha * 256 + value] = Math.min(255, Math.floor((value * 255 + (alpha >> 1)) / alpha));
    }
  }
  return made;
}

/** Writes pixels with colors that are not multiplied by their alpha, as PNG stores them. */
export function toStraightAlpha(pixels: Int32Array, from: number, to: number, target: Int32Array): void {
  for (let index = from; index < to; index++) {
    const pixel = pixels[index] ?? 0;
    const alpha = pixel >>> 24;
    target[index - from] = alpha === 255 ? pixel : divided(pixel, alpha * 256);
  }
}

function divided(pixel: number, row: number): number {
  quotients ??= makeQuotients();
  const red = quotients[row + (pixel & 255)] ?? 0;
  const green = quotients[row + ((pixel >>> 8) & 255)] ?? 0;
  const blue = quotients[row + ((pixel >>> 16) & 255)] ?? 0;
  return red | (green << 8) | (blue << 16) | (pixel & 0xff000000);
}
