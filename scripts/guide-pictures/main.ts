/**
 * `npm run guide-pictures` draws the results that guides show, with the renderer of the service. A guide whose result is an
 * example shows the picture of the gallery instead.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { runCli } from "../../cli/main.js";

/** The result of a guide: an example, and the request of the guide. */
interface GuidePicture {
  readonly guide: string;
  readonly example: string;
  readonly layers: Readonly<Record<string, { readonly text: string }>>;
}

const PICTURES: readonly GuidePicture[] = [
  {
    guide: "google-sheets",
    example: "certificate",
    layers: { recipient: { text: "Amélie Fontaine" }, date: { text: "14 June 2026" } },
  },
  {
    guide: "n8n-make-zapier",
    example: "photo-quote",
    layers: {
      quote: { text: "That brain of mine is something more than merely mortal, as time will show." },
      author: { text: "Ada Lovelace" },
      handle: { text: "@quote.of.the.day" },
    },
  },
  {
    guide: "open-graph-images",
    example: "open-graph-card",
    layers: {
      title: { text: "Twelve gardens on one roof" },
      subtitle: { text: "How the tenants of a warehouse grow lemons above a railway line." },
      author: { text: "Inés Calderón" },
      date: { text: "June 2026  ·  6 min read" },
      category: { text: "Architecture" },
    },
  },
  {
    guide: "wordpress",
    example: "open-graph-card",
    layers: {
      site: { text: "City Library" },
      title: { text: "What a library lends besides books" },
      subtitle: { text: "Sewing machines, telescopes, seeds, and an hour with somebody who can explain a tax form." },
      author: { text: "Tom Okafor" },
      date: { text: "14 June 2026" },
      category: { text: "News" },
    },
  },
];
/** The width of the other pictures in guides, and the maximum size of their files. */
const WIDTH_PX = 1200;
const MAX_BYTES = 60_000;
const QUALITIES = [90, 82, 74, 66, 58, 50, 42];

for (const { guide, example, layers } of PICTURES) {
  const file = join("docs/images", `guide-${guide}.webp`);
  const webp = await compress(await render(example, layers));
  writeFileSync(file, webp);
  process.stdout.write(`${file}  ${(webp.length / 1000).toFixed(1)} kB\n`);
}

/** Renders an example with a request, at twice its size. */
async function render(example: string, layers: GuidePicture["layers"]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "guide-pictures-"));
  try {
    const [data, output] = [join(folder, "request.json"), join(folder, "picture.png")];
    writeFileSync(data, JSON.stringify({ layers, scale: 2 }));
    const template = resolve("examples", example, "template.json");
    const code = await runCli(["render", template, "--data", data, "--output", output], {
      out: process.stderr,
      err: process.stderr,
      folder,
      env: {},
      onInterrupt: () => AbortSignal.abort(),
    });
    if (code !== 0) throw new Error(`${example} could not be rendered.`);
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Encodes the picture at the highest quality at which its file is small enough. */
async function compress(png: Buffer): Promise<Buffer> {
  const resized = await sharp(png).resize({ width: WIDTH_PX }).png().toBuffer();
  for (const quality of QUALITIES) {
    const webp = await sharp(resized).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (webp.length <= MAX_BYTES) return webp;
  }
  throw new Error(`A picture has more than ${MAX_BYTES / 1000} kB at the lowest quality.`);
}
