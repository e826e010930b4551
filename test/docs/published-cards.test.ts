import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  CARDS_FOLDER,
  documentOfCard,
  publishedCards,
  smallPictureOf,
  storedPictureOf,
} from "../../bench/published-cards.js";
import { ssim } from "../../bench/ssim.js";
import { Renderer } from "../../packages/engine/src/renderer/renderer.js";
import { testContext } from "../../packages/engine/test/support.js";

const cards = publishedCards();
const page = readFileSync(join(CARDS_FOLDER, "README.md"), "utf8");
/** The similarity is rounded. */
const TOLERANCE = 0.002;

let renderer: Renderer;
beforeAll(() => {
  renderer = new Renderer(testContext());
});

describe("the published cards", () => {
  test("the page shows twelve cards with their package, their picture and their similarity", () => {
    expect(cards).toHaveLength(12);
    for (const { name, title, package: from, version, similarity } of cards) {
      expect(page).toContain(`| [${title}](${name}.html) | \`${from}\` ${version}, `);
      expect(page).toContain(`| ${similarity.toFixed(3)} |`);
      expect(page).toContain(`](${name}.webp)`);
    }
  });

  test.each(cards)(
    "the card $name is accepted unchanged, and looks as similar to Chromium as its page says",
    async (card) => {
      const { bytes } = await renderer.render(documentOfCard(card), {});
      expect(ssim(await smallPictureOf(bytes), await storedPictureOf(card))).toBeGreaterThan(
        card.similarity - TOLERANCE,
      );
    },
  );
});
