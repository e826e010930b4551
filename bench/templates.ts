/** The five templates of the benchmark, with different texts in each run. */
import sharp from "sharp";
import type { Design, Part, TextPart } from "./design.js";

const SIZE = { width: 1200, height: 630 };

/** A template whose texts contain the number of the run, so that no engine draws the same text twice. */
export interface Template {
  readonly name: string;
  readonly make: (run: number) => Design;
}

interface Images {
  readonly photo: string;
  readonly avatar: string;
  readonly thumbnails: readonly string[];
}

/** Creates the templates. Their images are computed. */
export async function makeTemplates(): Promise<Template[]> {
  const thumbnails = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => jpegOf(160, 120, seed)));
  const images = { photo: await jpegOf(1600, 1000, 7), avatar: await jpegOf(200, 200, 8), thumbnails };
  const photos = await Promise.all([11, 12, 13, 14].map((seed) => jpegOf(1600, 1000, seed)));
  const simple = (run: number): Design => ({ ...SIZE, scale: 1, parts: simpleCard(run, images) });
  return [
    { name: "simple", make: simple },
    { name: "photo", make: (run) => ({ ...SIZE, scale: 1, parts: photoCard(run, images) }) },
    { name: "dense", make: (run) => ({ ...SIZE, scale: 1, parts: denseCard(run, images) }) },
    { name: "simple@2", make: (run) => ({ ...simple(run), scale: 2 }) },
    { name: "fresh-photo", make: (run) => ({ ...SIZE, scale: 1, parts: freshPhotoCard(run, photos) }) },
  ];
}

/** The largest picture: a photo with ten texts. */
export async function largestDesign(): Promise<Design> {
  const size = { width: 5000, height: 5000 };
  const texts = Array.from({ length: 10 }, (_, index) =>
    text(1000 + index * 300, 200, `Large words, line ${index}`, { width: 4800, weight: 700 }),
  );
  const photo = await jpegOf(1600, 1600, 9);
  return { ...size, scale: 1, parts: [{ kind: "image", x: 0, y: 0, ...size, source: photo }, ...texts] };
}

const text = (y: number, size: number, words: string, rest: Partial<TextPart> = {}): TextPart => ({
  kind: "text",
  x: 72,
  y,
  width: 1000,
  height: Math.round(size * 1.2),
  size,
  weight: 400,
  color: "#ffffff",
  text: words,
  ...rest,
});

function simpleCard(run: number, { avatar }: Images): Part[] {
  return [
    { kind: "box", x: 0, y: 0, ...SIZE, color: "#0f172a", gradient: ["#0f172a", "#3730a3"] },
    { kind: "image", x: 72, y: 64, width: 72, height: 72, source: avatar },
    text(250, 72, `Release notes, part ${run}`, { weight: 700 }),
    text(360, 32, `What changed in build ${run * 7 + 13} and why`, { color: "#cbd5e1" }),
  ];
}

function photoCard(run: number, { photo, avatar }: Images): Part[] {
  return [
    { kind: "image", x: 0, y: 0, ...SIZE, source: photo },
    { kind: "box", x: 0, y: 0, ...SIZE, color: "rgba(8, 10, 30, 0.45)" },
    text(280, 72, `Field report number ${run}`, { weight: 700 }),
    { kind: "image", x: 72, y: 480, width: 80, height: 80, source: avatar, radius: 40 },
    text(500, 28, `By correspondent ${run % 97}`, { x: 172 }),
  ];
}

/** A card whose photo is a different file in each run, so that no engine knows its pixels. */
function freshPhotoCard(run: number, photos: readonly string[]): Part[] {
  const source = withComment(photos[run % photos.length] ?? "", `run ${run}`);
  return [
    { kind: "image", x: 0, y: 0, ...SIZE, source, isFresh: true },
    text(280, 72, `Seen today, number ${run}`, { weight: 700 }),
  ];
}

const JPEG_URI = "data:image/jpeg;base64,";

/** A JPEG file with a comment, which makes it a different file with the same pixels. */
function withComment(uri: string, comment: string): string {
  const jpeg = Buffer.from(uri.slice(JPEG_URI.length), "base64");
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  const bytes = Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(comment), jpeg.subarray(2)]);
  return JPEG_URI + bytes.toString("base64");
}

function denseCard(run: number, { thumbnails }: Images): Part[] {
  const cards = thumbnails.flatMap((source, index): Part[] => {
    const [x, y] = [40 + (index % 3) * 380, 40 + Math.floor(index / 3) * 290];
    const line = (top: number, size: number, words: string, color: string, weight: 400 | 700) =>
      text(y + top, size, words, { x: x + 20, width: 320, color, weight });
    return [
      { kind: "box", x, y, width: 360, height: 260, color: "#ffffff", radius: 16, shadow: 0.25 },
      { kind: "image", x: x + 20, y: y + 20, width: 160, height: 120, source, radius: 12 },
      line(160, 28, `Item ${run * 6 + index}`, "#0f172a", 700),
      line(206, 20, `In stock: ${(run * 31 + index * 7) % 500} pieces`, "#475569", 400),
    ];
  });
  return [{ kind: "box", x: 0, y: 0, ...SIZE, color: "#e2e8f0" }, ...cards];
}

/** An image with soft shapes and fine grain, like a photograph. */
async function jpegOf(width: number, height: number, seed: number): Promise<string> {
  const pixels = Buffer.alloc(width * height * 3);
  let noise = seed * 7919;
  for (let at = 0; at < pixels.length; at += 3) {
    const [x, y] = [((at / 3) % width) / width, Math.floor(at / 3 / width) / height];
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0;
    const grain = (noise >>> 28) - 8;
    const wave = Math.sin(x * 9 + seed) * Math.cos(y * 7 - seed) * 50;
    pixels[at] = clamp(120 + wave + y * 80 + grain);
    pixels[at + 1] = clamp(100 + wave * 0.6 + x * 60 + grain);
    pixels[at + 2] = clamp(150 - wave * 0.8 - y * 60 + grain);
  }
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString("base64")}`;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
