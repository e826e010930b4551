import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { readTopics } from "../../examples/read-topics.js";
import { renderGallery } from "../../cli/gallery/render-gallery.js";
import { CARD, makeFolder } from "./support.js";

const ROOT = join(import.meta.dirname, "../..");
const GALLERY = join(ROOT, "docs/gallery");
const REMEDY = 'Run "npm run generate", look at the page, and commit it.';

function linksOf(page: string): string[] {
  return [...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map((match) => match[1] ?? "");
}

describe("the committed gallery", () => {
  const page = readFileSync(join(GALLERY, "index.html"), "utf8");

  test("the gallery shows every example", () => {
    const missing = readTopics(join(ROOT, "examples"))
      .flatMap(({ examples }) => examples)
      .filter(({ folder }) => !page.includes(`examples/${folder}/template.json`));
    expect({ missing, REMEDY }).toEqual({ missing: [], REMEDY });
  });

  test("the gallery only links to existing files of this repository", () => {
    const broken = linksOf(page).filter((link) => !existsSync(join(GALLERY, link)));
    expect({ broken, REMEDY }).toEqual({ broken: [], REMEDY });
  });

  test("the gallery's folder has no picture that the page does not show", () => {
    const links = linksOf(page);
    expect(readdirSync(GALLERY).filter((file) => file !== "index.html" && !links.includes(file))).toEqual([]);
  });

  test("every feature has a topic", () => {
    expect(readTopics(join(ROOT, "examples")).map(({ title }) => title)).not.toContain("More");
  });
});

describe("renderGallery", () => {
  test("returns the pictures of all examples, and a page that shows their names as text", async () => {
    const named = { ...CARD, name: "Cards <b> & co", description: "Shows `<i>`." };
    const folder = makeFolder({
      "card/template.json": named,
      "card/request.json": { variables: { price: 1 } },
      "features/topics.json": [],
      "features/wide/template.json": { ...CARD, name: "Wide", width: 1920, height: 100 },
    });
    const files = await renderGallery(folder);
    expect([...files.keys()].sort()).toEqual(["card.webp", "features-wide.webp", "index.html"]);
    const wide = await sharp(files.get("features-wide.webp")).metadata();
    expect(wide).toMatchObject({ format: "webp", width: 960, height: 50 });
    const page = String(files.get("index.html"));
    expect(page).toContain("<strong>Cards &lt;b&gt; &amp; co</strong>");
    expect(page).toContain("<p>Shows <code>&lt;i&gt;</code>.</p>");
    expect(linksOf(page)).toContain("../../examples/card/request.json");
    expect(page).toContain('<h2 id="more">More</h2>');
  });

  test("rejects with the issues of an example that cannot be rendered", async () => {
    const folder = makeFolder({
      "card/template.json": { ...CARD, name: "Card", width: 0.5 },
      "features/topics.json": [],
    });
    await expect(renderGallery(folder)).rejects.toThrow("The example card cannot be rendered. width: ");
  });
});
