/** The images of random documents: small ones as data URIs, large ones at addresses. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { KnownImages } from "../../src/estimate/image-work.js";
import type { ImageFacts } from "../../src/image-headers/decoding-work.js";
import { readImageHeader } from "../../src/image-headers/read-image-header.js";
import { writeWhole } from "../measure/build-programs.js";
import { oracleImages } from "../oracle/compare-paths.js";
import { randomSource } from "../oracle/random-source.js";

const HOST = "https://images.test";

/** Large images. */
const LARGE: Readonly<Record<string, () => Promise<Buffer>>> = {
  "photo.jpg": () => noise(4000, 3000).then((image) => image.jpeg({ quality: 60 }).toBuffer()),
  "progressive.jpg": () => flat(7000, 7000).jpeg({ progressive: true }).toBuffer(),
  "huge.png": () => flat(7000, 7000).png().toBuffer(),
  "huge.avif": () => flat(5000, 5000).avif({ effort: 0 }).toBuffer(),
  "huge.webp": () => flat(7000, 7000).webp({ lossless: true, effort: 0 }).toBuffer(),
  "noise.png": () => noise(1500, 1500).then((image) => image.png({ compressionLevel: 1 }).toBuffer()),
  "too-large.png": () => flat(9000, 9000).png().toBuffer(),
};

/** The largest image of each format that is accepted, in the form that needs the most memory to decode. */
const LARGEST: typeof LARGE = {
  "deep.avif": () =>
    flat(4080, 4080).ensureAlpha(0.5).avif({ effort: 0, bitdepth: 12, chromaSubsampling: "4:4:4" }).toBuffer(),
  "interlaced.png": () =>
    flat(7000, 7000).ensureAlpha(0.5).toColourspace("rgb16").png({ progressive: true }).toBuffer(),
  "progressive-444.jpg": () => flat(7000, 7000).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  "lossless.webp": () => flat(7000, 7000).ensureAlpha(0.5).webp({ lossless: true, effort: 0 }).toBuffer(),
  "huge.gif": () => flat(7000, 7000).gif({ effort: 1 }).toBuffer(),
  "huge.tiff": () =>
    flat(7000, 7000).ensureAlpha(0.5).toColourspace("rgb16").tiff({ compression: "deflate" }).toBuffer(),
};

/** Photos of 25 megapixels with the details of a photo, for pictures at print size. */
const PRINT: typeof LARGE = {
  "print.jpg": () => noise(6144, 4096).then((image) => image.jpeg({ quality: 90 }).toBuffer()),
  "print-progressive.jpg": () =>
    noise(6144, 4096).then((image) => image.jpeg({ quality: 90, progressive: true }).toBuffer()),
};

/** The addresses of the largest images. */
export const LARGEST_URLS = Object.keys(LARGEST).map((name) => `${HOST}/${name}`);

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 200 } } });
}

/** Noise of 300×300 pixels, enlarged. */
async function noise(width: number, height: number) {
  const random = randomSource(11);
  const raw = Buffer.from(Array.from({ length: 300 * 300 * 3 }, () => random.whole(0, 255)));
  const small = await sharp(raw, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
  return sharp(small).resize(width, height, { fit: "fill" });
}

/** The addresses for documents. Small images are more frequent. */
export async function fuzzImageUrls(): Promise<string[]> {
  const small = await oracleImages();
  return [...small, ...small, ...Object.keys(LARGE).map((name) => `${HOST}/${name}`), `${HOST}/missing.png`];
}

/** Writes the large images into the folder that serves the addresses. Files that exist are kept. */
export async function writeFuzzImages(folder: string): Promise<void> {
  await writeImages(folder, LARGE);
}

/** Does the same for the largest images. */
export async function writeLargestImages(folder: string): Promise<void> {
  await writeImages(folder, LARGEST);
  await writeImages(folder, PRINT);
}

/** Returns what a render knows about the images at addresses when it has loaded them. */
export function knownImages(folder: string): KnownImages {
  const known = new Map<string, ImageFacts | undefined>();
  return {
    factsOf: (url) => {
      if (!url.startsWith(HOST)) return undefined;
      const file = join(folder, new URL(url).pathname);
      if (!known.has(file)) known.set(file, factsIn(file));
      return known.get(file);
    },
  };
}

function factsIn(file: string): ImageFacts | undefined {
  if (!existsSync(file)) return undefined;
  const content = readFileSync(file);
  const header = readImageHeader(content);
  return header && { ...header, bytes: content.length };
}

async function writeImages(folder: string, images: typeof LARGE): Promise<void> {
  for (const [name, make] of Object.entries(images)) {
    const file = join(folder, name);
    if (!existsSync(file)) writeWhole(file, await make());
  }
}
