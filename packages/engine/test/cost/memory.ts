/**
 * `npm run bench:peak [-- --only TEXT]`: fills the caches of a rendering process, draws the accepted pictures that need the most memory, and
 * states the peak of the process and of the function together. More than 1,600 MB makes the command fail.
 */
import { parseArgs } from "node:util";
import { GRADIENT } from "./costly-cases.js";
import { edgeCase } from "../fuzz/edge-document.js";
import { fuzzImageUrls, knownImages, LARGEST_URLS, writeFuzzImages, writeLargestImages } from "../fuzz/fuzz-images.js";
import { check, MAX_RESIDENT_BYTES, residentBytes } from "../fuzz/judge.js";
import { MeasuredFunction } from "../measure/measured-function.js";
import type { Order } from "../measure/order.js";
import { randomSource } from "../oracle/random-source.js";
import { PIXEL_FORMATS } from "../pixel-formats.js";

const SIDE = 5000;
const LARGE = { width: SIDE, height: SIDE };
/** The largest translucent AVIF that is accepted. */
const TRANSLUCENT_AVIF = { width: 4700, height: 4700 };
const CARDS = 60;

const measured = new MeasuredFunction();
await writeFuzzImages(measured.images);
await writeLargestImages(measured.images);
const { only } = parseArgs({ options: { only: { type: "string", default: "" } } }).values;

const photo = (name: string) => ({ type: "image", id: "p", ...LARGE, image_url: `https://images.test/${name}` });
const headlines = Array.from({ length: 10 }, (_, index) => ({
  ...{ id: `t${index}`, name: `t${index}`, type: "text", text: `Headline ${index} 見出し`, font_size: 200 },
  ...{ x: 300, y: index * 450, width: 4000, height: 400 },
}));
const blurred = { type: "ellipse", id: "e", x: 500, y: 500, width: 3700, height: 3700, background_color: "#f00" };
const faded = { type: "rectangle", id: "f", ...LARGE, background_color: "#0f0", opacity: 0.5, rotation: 30 };

const tenPhotos = (name: string) =>
  Array.from({ length: 10 }, (_, index) => ({
    ...{ ...photo(`${name}?${index}`), id: `p${index}`, width: 2500, height: 1000 },
    ...{ x: (index % 2) * 2500, y: Math.floor(index / 2) * 1000 },
  }));

const WORST: Readonly<Record<string, readonly object[]>> = {
  "a photo and ten texts": [photo("photo.jpg"), ...headlines],
  "the largest AVIF": [photo("huge.avif"), ...headlines],
  "the largest AVIF in nine places": Array.from({ length: 9 }, (_, index) => ({
    ...{ ...photo("huge.avif"), id: `p${index}`, width: 1600, height: 1600 },
    ...{ x: (index % 3) * 1650, y: Math.floor(index / 3) * 1650 },
  })),
  ...Object.fromEntries(
    LARGEST_URLS.map((image_url) => [
      `the largest ${image_url.split("/").at(-1)}`,
      [{ ...photo(""), image_url }, ...headlines],
    ]),
  ),
  "ten photos of 25 megapixels": tenPhotos("print.jpg"),
  "ten progressive photos of 25 megapixels": tenPhotos("print-progressive.jpg"),
  "a turned photo": [{ ...photo("photo.jpg"), rotation: 10 }],
  "a shadow of nearly 16 megapixels": [{ ...blurred, shadow_color: "#000", shadow_blur: 40 }],
  "a turned and faded rectangle": [faded, { ...faded, id: "g", border_width: 9 }],
  "a translucent gradient and an automatic color": [
    { type: "rectangle", id: "r", ...LARGE, background_gradient: GRADIENT },
    { ...photo("photo.jpg"), width: 2500, height: 2500 },
    ...headlines.map((headline, index) => (index === 0 ? { ...headline, color: "auto" } : headline)),
  ],
  "a faded group": [{ type: "group", id: "g", ...LARGE, opacity: 0.5, clip: true, children: [faded, ...headlines] }],
};

/** Different documents with versions, scripts and images, so that every cache is full. */
async function fillCaches(): Promise<void> {
  const images = await fuzzImageUrls();
  for (let card = 0; card < CARDS; card++) {
    const { source } = edgeCase(randomSource(card), images);
    const text = String.fromCodePoint(...Array.from({ length: 300 }, (_, index) => 0x4e00 + card * 300 + index));
    const layers = [{ id: "t", type: "text", text, width: 1200, height: 630, font_size: 30 }];
    const document = { width: 1200, height: 630, layers };
    await measured.run({ source: document, request: {}, version: `card ${card}` });
    const order: Order = { source, request: {}, version: `random ${card}` };
    if (!("refused" in check(order))) await measured.run(order);
  }
}

await fillCaches();
let most = 0;
for (const [name, layers] of Object.entries(WORST)) {
  if (!name.includes(only)) continue;
  for (const format of PIXEL_FORMATS) {
    const transparent = name.includes("translucent");
    const size = transparent && format === "avif" ? TRANSLUCENT_AVIF : LARGE;
    const order: Order = {
      source: { ...size, layers },
      request: { format, transparent },
      version: `${name} ${format}`,
    };
    const checked = check(order, knownImages(measured.images));
    if ("refused" in checked) {
      process.stdout.write(`${name}, ${format}: refused (${checked.refused})\n`);
      continue;
    }
    const outcome = await measured.run(order);
    if ("ended" in outcome) {
      most = Infinity;
      process.stdout.write(`${name}, ${format}: ended by ${outcome.ended}\n`);
      continue;
    }
    const { childBytes, functionBytes, cpuMs, refusal = "", error } = outcome.measured;
    if (error !== undefined) throw new Error(error);
    most = Math.max(most, residentBytes(outcome.measured));
    const megabytes = [childBytes, functionBytes].map((bytes) => Math.round(bytes / 1e6)).join(" + ");
    process.stdout.write(`${name}, ${format}: ${megabytes} MB, ${(cpuMs / 1000).toFixed(1)} s ${refusal}\n`);
  }
}
measured.stop();
process.stdout.write(`At most ${Math.round(most / 1e6)} MB, with the clients of a function.\n`);
process.exitCode = most > MAX_RESIDENT_BYTES ? 1 : 0;
