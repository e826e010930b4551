/** Pictures for the tests of encoders. */
import { type RandomSource, randomSource } from "../oracle/random-source.js";

/** Premultiplied pixels of a whole picture, four bytes for each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** An area of a picture. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pictures that encoders compress in different ways. */
const KINDS = ["flat", "gradient", "noise", "pattern"] as const;

/** Sizes of a few pixels, sizes in whole blocks of 8 × 8, and others. */
export const SIZES: readonly (readonly [width: number, height: number])[] = [
  [1, 1],
  [1, 400],
  [200, 1],
  [3, 5],
  [8, 8],
  [7, 9],
  [17, 31],
  [64, 63],
  [257, 130],
  [1200, 63],
];

/** A picture without ink. */
export function transparentPixels(width: number, height: number): Pixels {
  return { width, height, pixels: new Uint8Array(width * height * 4) };
}

/** A random picture. Areas of different kinds lie over each other. */
export function randomPicture(width: number, height: number, isOpaque: boolean, seed: number): Pixels {
  const random = randomSource(seed);
  const picture = transparentPixels(width, height);
  paint(picture, { left: 0, top: 0, width, height }, isOpaque, random);
  for (let turn = 0; turn < 4; turn++) paintRandom(picture, isOpaque, random);
  return picture;
}

/** An opaque picture whose channels are a function of the place. */
export function pictureOf(
  width: number,
  height: number,
  level: (x: number, y: number, channel: number) => number,
): Pixels {
  const picture = transparentPixels(width, height);
  for (let at = 0; at < picture.pixels.length; at++) {
    const pixel = Math.floor(at / 4);
    picture.pixels[at] = at % 4 === 3 ? 255 : level(pixel % width, Math.floor(pixel / width), at % 4);
  }
  return picture;
}

/** Paints an area with a random content, and returns it. */
export function paintRandom(picture: Pixels, isOpaque: boolean, random: RandomSource): Area {
  const area = randomArea(picture, random);
  paint(picture, area, isOpaque, random);
  return area;
}

/** Paints an area with one random content. */
export function paint({ pixels, width }: Pixels, area: Area, isOpaque: boolean, random: RandomSource): void {
  const kind = random.pick(KINDS);
  const color = [0, 0, 0].map(() => random.whole(0, 255));
  const alpha = isOpaque ? 255 : random.whole(0, 255);
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = (y * width + x) * 4;
      const own = kind === "noise" && !isOpaque ? random.whole(0, 255) : alpha;
      for (let channel = 0; channel < 3; channel++) {
        const value = (color[channel] ?? 0) + addedTo(kind, x, y, random);
        pixels[at + channel] = Math.round((value & 255) * (own / 255));
      }
      pixels[at + 3] = own;
    }
  }
}

function addedTo(kind: (typeof KINDS)[number], x: number, y: number, random: RandomSource): number {
  switch (kind) {
    case "flat":
      return 0;
    case "gradient":
      return x + 2 * y;
    case "noise":
      return random.whole(-9, 9);
    case "pattern":
      return (x % 5) * (y % 3) * 40;
  }
}

function randomArea({ width, height }: Pixels, random: RandomSource): Area {
  const left = random.whole(0, width - 1);
  const top = random.whole(0, height - 1);
  return { left, top, width: random.whole(1, width - left), height: random.whole(1, height - top) };
}

/** The colors of premultiplied pixels, by the definition: color = premultiplied color × 255 / alpha. */
export function straightPixels({ pixels }: Pixels): Uint8Array {
  const straight = pixels.slice();
  for (let at = 0; at < pixels.length; at++) {
    const alpha = pixels[at - (at % 4) + 3] ?? 0;
    if (at % 4 === 3 || alpha === 255) continue;
    straight[at] = alpha === 0 ? 0 : Math.min(255, Math.round(((pixels[at] ?? 0) * 255) / alpha));
  }
  return straight;
}
