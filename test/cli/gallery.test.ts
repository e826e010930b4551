import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { readTopics } from "../../cli/gallery/entries.js";
import { writeGallery } from "../../cli/gallery/write-gallery.js";
import { Workshop } from "../../cli/workshop.js";
import { CARD, makeFolder } from "./support.js";

const ROOT = join(import.meta.dirname, "../..");
const GALLERY = join(ROOT, "docs/gallery");
const REMEDY = 'Run "npm run gallery", look at the page, and commit it.';

function linksOf(page: string): string[] {
  return [...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map((match) => match[1] ?? "");
}

describe("the committed gallery", () => {
  const page = readFileSync(join(GALLERY, "index.html"), "utf8");

  test("shows every example", () => {
    const missing = readTopics(join(ROOT, "examples"))
      .flatMap(({ entries }) => entries)
      .filter(({ folder }) => !page.includes(`examples/${folder}/template.json`));
    expect({ missing, REMEDY }).toEqual({ missing: [], REMEDY });
  });

  test("links to files of this repository alone, all of which are there", () => {
    const broken = linksOf(page).filter((link) => !existsSync(join(GALLERY, link)));
    expect({ broken, REMEDY }).toEqual({ broken: [], REMEDY });
  });

  test("holds no picture that the page does not show", () => {
    const links = linksOf(page);
    expect(readdirSync(GALLERY).filter((file) => file !== "index.html" && !links.includes(file))).toEqual([]);
  });

  test("has a topic for every feature", () => {
    expect(readTopics(join(ROOT, "examples")).map(({ title }) => title)).not.toContain("More");
  });
});

describe("a gallery", () => {
  test("is pictures of all examples and a page that names them as text, whatever they are called", async () => {
    const named = { ...CARD, name: "Cards <b> & co", description: "Shows `<i>`." };
    const folder = makeFolder({
      "examples/card/template.json": named,
      "examples/card/request.json": { variables: { price: 1 } },
      "examples/features/topics.json": [],
      "examples/features/wide/template.json": { ...CARD, name: "Wide", width: 1920, height: 100 },
      "docs/gallery/old.webp": "",
    });
    const output = join(folder, "docs/gallery");
    await writeGallery(join(folder, "examples"), output, new Workshop({ allowLoopback: false }));
    expect(readdirSync(output).sort()).toEqual(["card.webp", "features-wide.webp", "index.html"]);
    expect(await sharp(join(output, "features-wide.webp")).metadata()).toMatchObject({ width: 960, height: 50 });
    const page = readFileSync(join(output, "index.html"), "utf8");
    expect(page).toContain("<strong>Cards &lt;b&gt; &amp; co</strong>");
    expect(page).toContain("<p>Shows <code>&lt;i&gt;</code>.</p>");
    expect(linksOf(page)).toContain("../../examples/card/request.json");
    expect(page).toContain('<h2 id="more">More</h2>');
  });
});
