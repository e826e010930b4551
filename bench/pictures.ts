/**
 * `npm run bench:pictures` writes the pictures of all engines side by side to `docs/performance/`, one file for each
 * template, and prints how much they differ from ours. So everybody can see that all engines draw the same.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { DEFAULT_RENDER_LIMITS } from "../core/rendering/context.js";
import { createFontLibrary } from "../core/rendering/fonts/font-library.js";
import { renderPicture } from "../core/rendering/render-picture.js";
import type { Design, Engine, Format } from "./design.js";
import { chromium } from "./engines/chromium.js";
import { naive } from "./engines/naive.js";
import { ours } from "./engines/ours.js";
import { takumi } from "./engines/takumi.js";
import { vercelOg } from "./engines/vercel-og.js";
import { table } from "./report.js";
import { makeTemplates } from "./templates.js";

const FOLDER = "docs/performance";
const FORMATS: readonly Format[] = ["png", "jpeg", "webp"];
const CELL = { width: 600, height: 315, label: 32, gap: 12 };
const COLUMNS = 2;
const HOST = "https://pictures.example/";

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

/** The mean difference of a channel from another picture in levels, the colors' resolution, and the bytes. */
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

/** All pictures with the names of their engines, drawn by this engine. */
async function sideBySide(pngs: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const [across, down] = [CELL.width + CELL.gap, CELL.height + CELL.label + CELL.gap];
  const layers = [...pngs.keys()].flatMap((name, index) => {
    const [x, y] = [CELL.gap + (index % COLUMNS) * across, Math.floor(index / COLUMNS) * down];
    const place = { x, width: CELL.width };
    return [
      {
        ...place,
        id: `label-${index}`,
        type: "text",
        y,
        height: CELL.label,
        text: name,
        font_size: 20,
        color: "#0f172a",
      },
      {
        ...place,
        id: `picture-${index}`,
        type: "image",
        y: y + CELL.label,
        height: CELL.height,
        image_url: HOST + name,
      },
    ];
  });
  const document = {
    width: COLUMNS * across + CELL.gap,
    height: Math.ceil(pngs.size / COLUMNS) * down + CELL.gap,
    background: "#ffffff",
    layers,
  };
  const loadImage = (url: string) => Promise.resolve(pngs.get(url.slice(HOST.length)) ?? new Uint8Array());
  const context = { fonts: createFontLibrary(), limits: DEFAULT_RENDER_LIMITS, loadImage };
  return (await renderPicture(document, { format: "jpg" }, context)).bytes;
}
