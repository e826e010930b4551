/** The page with a picture of each starter template and of each feature. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Example, readTopics } from "../../examples/read-topics.js";
import { escapeHtml } from "./escape-html.js";
import { headingIds } from "./heading-ids.js";
import { GALLERY_PATH } from "./navigation.js";
import type { FramedPage } from "./page-frame.js";
import { pictureSize } from "./picture-size.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the page, and adds its pictures by their path in the repository. */
export function galleryPage(pictures: Map<string, Buffer>): FramedPage {
  const idOf = headingIds();
  const sections = readTopics(join(ROOT, "examples")).map(({ title, examples }) => {
    const figures = examples.map((example) => figure(example, pictures)).join("\n");
    const id = idOf(title);
    return { id, title, html: `<h2 id="${id}">${escapeHtml(title)}</h2>\n<div class="gallery">\n${figures}\n</div>` };
  });
  return {
    path: GALLERY_PATH,
    title: "Gallery",
    description: "A picture of each starter template and of each feature of the template format.",
    html: sections.map(({ html }) => html).join("\n"),
    headings: sections.map(({ id, title }) => ({ level: 2, id, text: title })),
    hasMarkdown: false,
  };
}

function figure({ folder, name, description }: Example, pictures: Map<string, Buffer>): string {
  const file = `docs/gallery/${folder.replaceAll("/", "-")}.webp`;
  const content = readFileSync(join(ROOT, file));
  pictures.set(file, content);
  const { width, height } = pictureSize(content, file);
  const image = `<img src="{{asset:${file}}}" alt="${escapeHtml(name)}" width="${width}" height="${height}" loading="lazy">`;
  return `<figure>${image}<figcaption><strong>${escapeHtml(name)}</strong><p>${escapeHtml(description)}</p></figcaption></figure>`;
}
