import type { RandomSource } from "../oracle/random-source.js";

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

export function transparentPixels(width: number, height: number): Pixels {
  return { width, height, pixels: new Uint8Array(width * height * 4) };
}

/** Paints an area with a random content, and returns it. */
export function paintRandom(picture: Pixels, isOpaque: boolean, random: RandomSource): Area {
  const area = randomArea(picture, random);
  paint(picture, area, isOpaque, random);
  return area;
}

/** Paints all of a picture. */
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
