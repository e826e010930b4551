/** The images of random documents: small ones as data URIs, large ones at addresses. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { writeWhole } from "../measure/build-programs.js";
import { oracleImages } from "../oracle/compare-paths.js";
import { randomSource } from "../oracle/random-source.js";

const HOST = "https://images.test";

/** Large images. */
const LARGE: Readonly<Record<string, () => Promise<Buffer>>> = {
  "photo.jpg": () => noise(4000, 3000).then((image) => image.jpeg({ quality: 60 }).toBuffer()),
  "progressive.jpg": () => flat(7000, 7000).jpeg({ progressive: true }).toBuffer(),
  "huge.png": () => flat(7000, 7000).png().toBuffer(),
  "huge.avif": () => flat(7000, 7000).avif({ effort: 0 }).toBuffer(),
  "huge.webp": () => flat(7000, 7000).webp({ lossless: true, effort: 0 }).toBuffer(),
  "noise.png": () => noise(1500, 1500).then((image) => image.png({ compressionLevel: 1 }).toBuffer()),
  "too-large.png": () => flat(9000, 9000).png().toBuffer(),
};

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

/** Makes the large images as files of a folder, which serves the addresses. Those that are there are kept. */
export async function writeFuzzImages(folder: string): Promise<void> {
  for (const [name, make] of Object.entries(LARGE)) {
    const file = join(folder, name);
    if (!existsSync(file)) writeWhole(file, await make());
  }
}
