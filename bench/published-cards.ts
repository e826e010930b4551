/** The published cards of `docs/published-cards/`, as layers and as pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import * as z from "zod";
import type { Rgb } from "./ssim.js";

export const CARDS_FOLDER = join(import.meta.dirname, "../docs/published-cards");
export const CARD_SIZE = { width: 1200, height: 630 };
/** The size of each of the two stored pictures of a card. They are beside each other with a gap. */
export const HALF = { width: 600, height: 315 };
export const GAP = 8;
/** The size at which pictures are compared. */
const COMPARED = { width: 300, height: 158 };

const cardSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** The package that publishes the card, with its version and the file in it. All are under the MIT license. */
  package: z.string(),
  version: z.string(),
  file: z.string(),
  /** The structural similarity of the layer and the page in Chromium, as it was measured. */
  similarity: z.number(),
});
export type PublishedCard = z.infer<typeof cardSchema>;

export function publishedCards(): readonly PublishedCard[] {
  return z.array(cardSchema).parse(JSON.parse(readFileSync(join(CARDS_FOLDER, "cards.json"), "utf8")));
}

/** Returns the HTML of a card, with its photos in it. */
export function htmlOfCard({ name }: PublishedCard): string {
  const html = readFileSync(join(CARDS_FOLDER, `${name}.html`), "utf8");
  return html.replace(/src="(\.\.[^"]+\.webp)"/g, (_, path: string) => {
    return `src="data:image/webp;base64,${readFileSync(join(CARDS_FOLDER, path)).toString("base64")}"`;
  });
}

/** Returns a document with a card as its only layer. */
export function documentOfCard(card: PublishedCard) {
  const layer = { id: "card", type: "html", x: 0, y: 0, ...CARD_SIZE, html: htmlOfCard(card) };
  return { edition: 2, ...CARD_SIZE, background: "#ffffff", layers: [layer] };
}

/** Decodes a picture of a card at the size at which pictures are compared. */
export async function smallPictureOf(bytes: Uint8Array): Promise<Rgb> {
  return { ...COMPARED, pixels: await sharp(bytes).resize(COMPARED).removeAlpha().raw().toBuffer() };
}

/** Decodes the stored picture of a card that Chromium drew, at the same size. It is the one on the right. */
export async function storedPictureOf({ name }: PublishedCard): Promise<Rgb> {
  const image = sharp(join(CARDS_FOLDER, `${name}.webp`)).extract({ left: HALF.width + GAP, top: 0, ...HALF });
  return await smallPictureOf(await image.png().toBuffer());
}
