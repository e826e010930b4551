/** The side of the windows in which two pictures are compared, in pixels. */
const WINDOW = 7;
// The constants of the paper that defines SSIM (Wang et al., 2004), for 8 bits.
const STABLE_MEAN = (0.01 * 255) ** 2;
const STABLE_VARIANCE = (0.03 * 255) ** 2;

/** A picture of opaque pixels with three bytes each, in rows from the top. */
export interface Rgb {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Returns the mean structural similarity of the luma of two pictures of the same size, in all windows. 1 means equal. */
export function ssim(one: Rgb, other: Rgb): number {
  const [a, b] = [lumaOf(one), lumaOf(other)];
  const { width, height } = one;
  const sums = [
    sumsOf(width, height, (at) => a[at] ?? 0),
    sumsOf(width, height, (at) => b[at] ?? 0),
    sumsOf(width, height, (at) => (a[at] ?? 0) ** 2),
    sumsOf(width, height, (at) => (b[at] ?? 0) ** 2),
    sumsOf(width, height, (at) => (a[at] ?? 0) * (b[at] ?? 0)),
  ] as const;
  let total = 0;
  for (let y = 0; y + WINDOW <= height; y++) {
    for (let x = 0; x + WINDOW <= width; x++) {
      const [meanA, meanB, squaresA, squaresB, products] = sums.map((sum) => meanAt(sum, width, x, y)) as Five;
      const variances = squaresA - meanA ** 2 + (squaresB - meanB ** 2);
      const covariance = products - meanA * meanB;
      const means = (2 * meanA * meanB + STABLE_MEAN) / (meanA ** 2 + meanB ** 2 + STABLE_MEAN);
      total += (means * (2 * covariance + STABLE_VARIANCE)) / (variances + STABLE_VARIANCE);
    }
  }
  return total / ((width - WINDOW + 1) * (height - WINDOW + 1));
}

type Five = [number, number, number, number, number];

function lumaOf({ pixels }: Rgb): Float64Array {
  return Float64Array.from({ length: pixels.length / 3 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * at, 3 * at + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
}

/** Returns the sums of all values above and to the left of each pixel, with a row and a column of zeros before them. */
function sumsOf(width: number, height: number, valueAt: (at: number) => number): Float64Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += valueAt(y * width + x);
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

/** Returns the mean of the window whose top left pixel is at `x` and `y`. */
function meanAt(sums: Float64Array, width: number, x: number, y: number): number {
  const stride = width + 1;
  const [top, bottom] = [y * stride + x, (y + WINDOW) * stride + x];
  const sum = (sums[bottom + WINDOW] ?? 0) - (sums[bottom] ?? 0) - (sums[top + WINDOW] ?? 0) + (sums[top] ?? 0);
  return sum / WINDOW ** 2;
}
