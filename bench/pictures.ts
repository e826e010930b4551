/**
 * `npm run bench:pictures` writes the pictures of all engines side by side to `docs/performance/`, one file for each
 * template, and prints how much they differ from ours. They show that all engines draw the same picture.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import type { Design, Engine, Format } from "./design.js";
import { chromium } from "./engines/chromium.js";
import { naive } from "./engines/naive.js";
import { ours } from "./engines/ours.js";
import { sideBySide } from "./engines/side-by-side.js";
import { takumi } from "./engines/takumi.js";
import { vercelOg } from "./engines/vercel-og.js";
import { table } from "./report.js";
import { makeTemplates } from "./templates.js";

const FOLDER = "docs/performance";
const FORMATS: readonly Format[] = ["png", "jpeg", "webp"];

const engines = [ours(), await takumi(), await chromium(), vercelOg(), naive()];
mkdirSync(FOLDER, { recursive: true });
const rows: string[][] = [];
for (const { name, make } of await makeTemplates()) {
  const design = make(1234);
  const pngs = new Map<string, Uint8Array>();
  for (const engine of engines) {
    const pictures = await picturesOf(engine, design);
    pngs.set(engine.name, pictures.png);
    const cells = await Promise.all(
      FORMATS.map((format) => describe(pictures[format], pngs.get("ours") ?? pictures.png)),
    );
    rows.push([name, engine.name, "", ...cells]);
  }
  writeFileSync(`${FOLDER}/${name}.jpg`, await sideBySide(pngs));
}
for (const engine of engines) await engine.close();
process.stdout.write(`${table(["template", "engine", "", ...FORMATS], rows)}\n`);

async function picturesOf(engine: Engine, design: Design): Promise<Record<Format, Uint8Array>> {
  const [png, jpeg, webp] = [
    await engine.render(design, "png"),
    await engine.render(design, "jpeg"),
    await engine.render(design, "webp"),
  ];
  return { png, jpeg, webp };
}

/** Returns the mean difference of the channels of two pictures in levels, the chroma subsampling, and the size. */
async function describe(picture: Uint8Array, other: Uint8Array): Promise<string> {
  const [one, two] = [await pixelsOf(picture), await pixelsOf(other)];
  let sum = 0;
  for (const [at, value] of one.entries()) sum += Math.abs(value - (two[at] ?? 0));
  const { chromaSubsampling } = await sharp(picture).metadata();
  const chroma = chromaSubsampling === undefined ? "" : `, ${chromaSubsampling}`;
  return `${(sum / one.length).toFixed(2)}${chroma}, ${Math.round(picture.length / 1000)} kB`;
}

async function pixelsOf(picture: Uint8Array): Promise<Uint8Array> {
  return await sharp(picture).removeAlpha().raw().toBuffer();
}
