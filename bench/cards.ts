/**
 * `npm run bench:cards` draws the published cards as layers and in Chromium, writes both pictures side by side to
 * `docs/published-cards/`, and records how similar they are.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { filesOfFace, fontPath } from "@image-render/fonts";
import { format } from "prettier";
import sharp from "sharp";
import * as z from "zod";
import { launchBrowser } from "../scripts/browser/launch-browser.js";
import {
  CARD_SIZE,
  CARDS_FOLDER,
  documentOfCard,
  GAP,
  HALF,
  smallPictureOf,
  htmlOfCard,
  publishedCards,
  storedPictureOf,
} from "./published-cards.js";
import { table } from "./report.js";
import { ssim } from "./ssim.js";

const noto = z
  .object({ icons: z.record(z.string(), z.object({ body: z.string() })) })
  .parse(JSON.parse(readFileSync(createRequire(import.meta.url).resolve("@iconify-json/noto/icons.json"), "utf8")));

const renderer = new Renderer({
  fonts: createFontLibrary(),
  limits: DEFAULT_RENDER_LIMITS,
  loadImage: () => Promise.reject(new Error("The cards have their images in them.")),
});

/** The fonts of the cards. The layout engine has no synthetic weights or italics of its own. */
const FACES = (["Inter", "JetBrains Mono"] as const)
  .flatMap((family) => [400, 600, 700, 800].map((weight) => ({ family, weight })))
  .flatMap(({ family, weight }) => {
    const [file] = filesOfFace(family, { weight, style: "normal" });
    if (file === undefined) return [];
    const data = readFileSync(fontPath(file)).toString("base64");
    return [`@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff;base64,${data})}`];
  })
  .join("");

/** The names of the emoji of the cards in the set that layers use. The Chromium of the tests has no font for them. */
const EMOJI: Readonly<Record<string, string>> = { "⚡": "high-voltage", "🚀": "rocket", "👋": "waving-hand" };

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: CARD_SIZE });
const cards = [];
for (const card of publishedCards()) {
  const { bytes, warnings } = await renderer.render(documentOfCard(card), {});
  for (const { code, message } of warnings)
    if (code !== "STYLE_IGNORED") process.stdout.write(`${card.name}: ${message}\n`);
  const chromium = await screenshotOf(htmlOfCard(card));
  await writePair(card.name, bytes, chromium);
  cards.push({
    ...card,
    similarity: Number(ssim(await smallPictureOf(bytes), await storedPictureOf(card)).toFixed(3)),
  });
}
await browser.close();
writeFileSync(
  join(CARDS_FOLDER, "cards.json"),
  await format(JSON.stringify(cards), { parser: "json", printWidth: 120 }),
);
process.stdout.write(
  `${table(
    ["card", "similarity"],
    cards.map(({ name, similarity }) => [name, String(similarity)]),
  )}\n`,
);
process.exit();

function withEmoji(html: string): string {
  return html.replace(/[⚡🚀👋]/gu, (emoji) => {
    const { body = "" } = noto.icons[EMOJI[emoji] ?? ""] ?? {};
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">${body}</svg>`;
    const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
    return `<img src="${src}" style="display:inline;width:1em;height:1em;max-width:none;vertical-align:-0.12em">`;
  });
}

/** Draws a card in Chromium, on a page with the same size and fonts as a layer. */
async function screenshotOf(html: string): Promise<Buffer> {
  const style = `${FACES}body{margin:0;width:1200px;height:630px;font-family:Inter}`;
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style><body>${withEmoji(html)}</body>`);
  await page.evaluate("document.fonts.ready");
  return await page.screenshot({ type: "png" });
}

async function writePair(name: string, ours: Uint8Array, chromium: Uint8Array): Promise<void> {
  const [left, right] = await Promise.all([ours, chromium].map((bytes) => sharp(bytes).resize(HALF).png().toBuffer()));
  await sharp({ create: { width: 2 * HALF.width + GAP, height: HALF.height, channels: 3, background: "#808080" } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: HALF.width + GAP, top: 0 },
    ])
    .webp({ quality: 90, effort: 5 })
    .toFile(join(CARDS_FOLDER, `${name}.webp`));
}
