/**
 * `npm run bench:effort [-- --only TEXT]`: encodes the pictures of the benchmark as AVIF and WebP with each effort of
 * the encoders. For each effort, it finds the file size at which the picture is as similar to its source as with effort
 * 4, and measures the processor time.
 *
 * All times are from one run, and the settings take turns, so that the load of the machine affects all of them.
 */
import { parseArgs } from "node:util";
import sharp, { type Sharp } from "sharp";
import { ours } from "./engines/ours.js";
import { table } from "./report.js";
import { type Rgb, ssim } from "./ssim.js";
import { makeTemplates } from "./templates.js";

/** One way to encode a picture, at any quality. */
interface Setting {
  readonly name: string;
  readonly encode: (image: Sharp, quality: number) => Sharp;
}

/** The settings of a format. The first one, at `quality`, is the reference. */
interface Family {
  readonly quality: number;
  readonly qualities: readonly number[];
  readonly settings: readonly Setting[];
}

const ROUNDS = 3;

const avif = (effort: number, tune: "ssim" | "psnr" | "iq"): Setting => ({
  name: `avif, effort ${effort}, tune ${tune}`,
  encode: (image, quality) => image.avif({ effort, quality, tune }),
});
const webp = (effort: number): Setting => ({
  name: `webp, effort ${effort}`,
  encode: (image, quality) => image.webp({ effort, quality }),
});

const FAMILIES: readonly Family[] = [
  {
    quality: 55,
    qualities: [40, 45, 50, 55, 60, 65, 70, 75, 80, 85],
    settings: [
      avif(4, "ssim"),
      ...[3, 2, 1, 0].map((effort) => avif(effort, "ssim")),
      ...[4, 2, 1, 0].map((effort) => avif(effort, "iq")),
      ...[4, 2, 1].map((effort) => avif(effort, "psnr")),
    ],
  },
  {
    quality: 86,
    qualities: [70, 74, 78, 80, 82, 84, 86, 88, 90, 92],
    settings: [4, 0, 1, 2, 3, 5, 6].map(webp),
  },
];

/** A file of a setting, compared with its source. */
interface Point {
  readonly quality: number;
  readonly kilobytes: number;
  readonly similarity: number;
  readonly psnr: number;
}

const { only } = parseArgs({ options: { only: { type: "string", default: "" } } }).values;
const rows: string[][] = [];
for (const { name, make } of await makeTemplates()) {
  const engine = ours();
  const source = await pixelsOf(await engine.render(make(1234), "png"));
  for (const family of FAMILIES) {
    if (`${name} ${family.settings[0]?.name ?? ""}`.includes(only))
      rows.push(...(await measured(name, source, family)));
  }
}
const heads = ["template", "setting", "quality", "kB", "kB / reference", "SSIM", "dB", "time / reference", "ms"];
process.stdout.write(`${table(heads, rows)}\n`);

/** Returns a row for each setting: its size at the similarity of the reference, and its time at that quality. */
async function measured(name: string, source: Rgb, { quality, qualities, settings }: Family): Promise<string[][]> {
  const [reference, ...others] = settings;
  if (reference === undefined) return [];
  const target = await pointOf(source, reference, quality);
  const points = [target];
  for (const setting of others) points.push(await atSimilarity(source, setting, qualities, target.similarity));
  const times = await timesOf(source, settings, points);
  return settings.map((setting, index) => {
    const { quality: used, kilobytes, similarity, psnr } = points[index] ?? target;
    return [
      ...[name, setting.name, used.toFixed(0), kilobytes.toFixed(1), (kilobytes / target.kilobytes).toFixed(2)],
      ...[similarity.toFixed(4), psnr.toFixed(1), ((times[index] ?? 0) / (times[0] ?? 1)).toFixed(2)],
      (times[index] ?? 0).toFixed(0),
    ];
  });
}

/** Returns the point of a setting with this similarity, interpolated between the two nearest qualities. */
async function atSimilarity(
  source: Rgb,
  setting: Setting,
  qualities: readonly number[],
  similarity: number,
): Promise<Point> {
  let before: Point | undefined;
  for (const quality of qualities) {
    const point = await pointOf(source, setting, quality);
    if (point.similarity >= similarity) return before === undefined ? point : between(before, point, similarity);
    before = point;
  }
  return before ?? (await pointOf(source, setting, 100));
}

function between(low: Point, high: Point, similarity: number): Point {
  const share = (similarity - low.similarity) / (high.similarity - low.similarity);
  const mix = (from: number, to: number) => from + (to - from) * share;
  return {
    quality: mix(low.quality, high.quality),
    kilobytes: mix(low.kilobytes, high.kilobytes),
    similarity,
    psnr: mix(low.psnr, high.psnr),
  };
}

async function pointOf(source: Rgb, setting: Setting, quality: number): Promise<Point> {
  const file = await setting.encode(imageOf(source), quality).toBuffer();
  const decoded = await pixelsOf(file);
  return { quality, kilobytes: file.length / 1000, similarity: ssim(source, decoded), psnr: psnrOf(source, decoded) };
}

/** Returns the peak signal-to-noise ratio of the colors, in decibels. */
function psnrOf(one: Rgb, other: Rgb): number {
  let sum = 0;
  for (const [at, level] of one.pixels.entries()) sum += (level - (other.pixels[at] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / one.pixels.length));
}

/** Returns the least processor time of each setting in all rounds, in milliseconds. */
async function timesOf(source: Rgb, settings: readonly Setting[], points: readonly Point[]): Promise<number[]> {
  const least = settings.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, setting] of settings.entries()) {
      const before = process.cpuUsage();
      await setting.encode(imageOf(source), Math.round(points[index]?.quality ?? 50)).toBuffer();
      const { user, system } = process.cpuUsage(before);
      least[index] = Math.min(least[index] ?? Infinity, (user + system) / 1000);
    }
  }
  return least;
}

function imageOf({ pixels, width, height }: Rgb): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

async function pixelsOf(picture: Uint8Array): Promise<Rgb> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}
