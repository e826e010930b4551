/**
 * `npm run bench:photos [-- --only TEXT]`: measures the processor time for decoding photos of 24 megapixels in each format, and for resizing them. The
 * estimate counts these figures, rounded up (`packages/engine/src/image-headers/decoding-work.ts`).
 */
import { parseArgs } from "node:util";
import sharp, { type Sharp } from "sharp";
import { decodingNs } from "../packages/engine/src/image-headers/decoding-work.js";
import { readImageHeader } from "../packages/engine/src/image-headers/read-image-header.js";
import { table } from "./report.js";

const SIZE = { width: 6000, height: 4000 };
const PIXELS = SIZE.width * SIZE.height;
const CHANNELS = 3;
const ROUNDS = 3;
/** The standard deviation of the grain of a photo in good light, and of one in the dark. */
const GRAINS = { calm: 2, noisy: 12 } as const;

const FORMATS: Readonly<Record<string, (photo: Sharp) => Sharp>> = {
  "JPEG, quality 80": (photo) => photo.jpeg({ quality: 80 }),
  "JPEG, quality 95, 4:4:4": (photo) => photo.jpeg({ quality: 95, chromaSubsampling: "4:4:4" }),
  "JPEG, quality 100, 4:4:4": (photo) => photo.jpeg({ quality: 100, chromaSubsampling: "4:4:4" }),
  "progressive JPEG, quality 80": (photo) => photo.jpeg({ quality: 80, progressive: true }),
  "progressive JPEG, quality 95, 4:4:4": (photo) =>
    photo.jpeg({ quality: 95, progressive: true, chromaSubsampling: "4:4:4" }),
  "WebP, quality 80": (photo) => photo.webp({ quality: 80, effort: 1 }),
  "lossless WebP": (photo) => photo.webp({ lossless: true, effort: 0 }),
  PNG: (photo) => photo.png({ compressionLevel: 6 }),
  "interlaced PNG": (photo) => photo.png({ compressionLevel: 6, progressive: true }),
  "AVIF, quality 50": (photo) => photo.avif({ quality: 50, effort: 0 }),
  "AVIF, quality 80, 4:4:4": (photo) => photo.avif({ quality: 80, effort: 0, chromaSubsampling: "4:4:4" }),
  GIF: (photo) => photo.gif({ effort: 1 }),
};

/** Returns a picture with the large shapes, the small shapes and the grain of a photo. */
async function makePhoto(grain: number): Promise<Sharp> {
  const layerOf = async (width: number, sigma: number) => {
    const height = Math.round((width * SIZE.height) / SIZE.width);
    const noise = { type: "gaussian", mean: 128, sigma } as const;
    const small = sharp({ create: { width, height, channels: CHANNELS, background: "#808080", noise } });
    return await small
      .resize({ ...SIZE, kernel: "cubic", fit: "fill" })
      .raw()
      .toBuffer();
  };
  const pixels = await layerOf(30, 60);
  for (const [width, sigma] of [
    [200, 40],
    [1500, 25],
    [SIZE.width, grain],
  ] as const) {
    const layer = await layerOf(width, sigma);
    for (let at = 0; at < pixels.length; at++) {
      pixels[at] = Math.max(0, Math.min(255, (pixels[at] ?? 0) + (layer[at] ?? 0) - 128));
    }
  }
  return sharp(pixels, { raw: { ...SIZE, channels: CHANNELS } });
}

/** Returns the least processor time of all threads, in nanoseconds. */
async function leastNs(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) * 1000);
  }
  return least;
}

/** Decodes an image as the renderer does: a part of it, at the size of its layer. */
function drawn(file: Buffer, width: number): Promise<Buffer> {
  const height = Math.round((width * SIZE.height) / SIZE.width);
  const whole = sharp(file, { failOn: "error" })
    .autoOrient()
    .extract({ left: 0, top: 0, ...SIZE });
  return whole.resize({ width, height, fit: "fill" }).toColourspace("srgb").ensureAlpha().raw().toBuffer();
}

/** Decodes the whole image, so that the decoder of a JPEG or WebP can shrink it while it loads. */
function shrunk(file: Buffer, width: number): Promise<Buffer> {
  return sharp(file, { failOn: "error" }).resize({ width }).ensureAlpha().raw().toBuffer();
}

const { only } = parseArgs({ options: { only: { type: "string", default: "" } } }).values;
const rows: string[][] = [];
for (const [look, grain] of Object.entries(GRAINS)) {
  const photo = await makePhoto(grain);
  for (const [format, encode] of Object.entries(FORMATS)) {
    const name = `${look}, ${format}`;
    if (!name.includes(only)) continue;
    const file = await encode(photo.clone()).toBuffer();
    const header = readImageHeader(file);
    if (header === undefined) throw new Error(`The header of ${name} cannot be read.`);
    const counted = decodingNs({ ...header, bytes: file.length }) / PIXELS;
    const measured = [];
    for (const width of [96, 900, 3000]) measured.push((await leastNs(() => drawn(file, width))) / PIXELS);
    measured.push((await leastNs(() => shrunk(file, 900))) / PIXELS);
    rows.push([name, (file.length / 1e6).toFixed(1), ...[...measured, counted].map((ns) => ns.toFixed(1))]);
  }
}
const heads = ["photo of 24 megapixels", "MB", "at 96 px", "at 900 px", "at 3,000 px", "900 px, shrunk", "counted"];
process.stdout.write(`${table(heads, rows)}\n`);

const raw = await sharp({ create: { width: 1500, height: 1000, channels: 4, background: "#36c" } })
  .raw()
  .toBuffer();
const enlarged = await leastNs(() =>
  sharp(raw, { raw: { width: 1500, height: 1000, channels: 4 } })
    .resize({ ...SIZE, fit: "fill" })
    .raw()
    .toBuffer(),
);
process.stdout.write(
  `Enlarging 1.5 megapixels takes ${(enlarged / PIXELS).toFixed(1)} ns for each pixel of the result.\n`,
);
