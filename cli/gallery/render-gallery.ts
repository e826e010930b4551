import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalRenderer } from "../local-renderer.js";
import { renderFiles } from "../render-files.js";
import { type Example, readTopics } from "../../examples/read-topics.js";
import { type GalleryItem, galleryPage, type GallerySection } from "./page.js";

/** The page shows pictures at most at half this width, so the gallery renders wider pictures at a smaller scale. */
const MAX_WIDTH_PX = 960;

/** Renders all examples of a folder. Returns the files of the gallery by name: `index.html` and the pictures. */
export async function renderGallery(examples: string): Promise<Map<string, string | Uint8Array>> {
  const renderer = new LocalRenderer({ allowLoopback: false });
  const files = new Map<string, string | Uint8Array>();
  const sections: GallerySection[] = [];
  for (const topic of readTopics(examples)) {
    const items: GalleryItem[] = [];
    for (const example of topic.examples) items.push(await renderItem(examples, example, renderer, files));
    sections.push({ title: topic.title, items });
  }
  return files.set("index.html", galleryPage(sections));
}

async function renderItem(
  examples: string,
  example: Example,
  renderer: LocalRenderer,
  files: Map<string, string | Uint8Array>,
): Promise<GalleryItem> {
  const folder = join(examples, example.folder);
  const { issues, warnings, picture } = await renderFiles(
    {
      folder,
      template: "template.json",
      data: example.hasRequest ? "request.json" : undefined,
      uploads: example.hasUploads ? "uploads" : undefined,
      output: { format: "webp", scale: scaleFor(join(folder, "template.json")) },
    },
    renderer,
  );
  if (picture === undefined) {
    const messages = issues.map(({ path, message }) => `${path}: ${message}`).join(" ");
    throw new Error(`The example ${example.folder} cannot be rendered. ${messages}`);
  }
  const file = `${example.folder.replaceAll("/", "-")}.webp`;
  files.set(file, picture.bytes);
  const { width, height } = picture;
  return { example, file, width, height, warnings: [...new Set(warnings.map(({ code }) => code ?? ""))] };
}

function scaleFor(template: string): number {
  const { width } = JSON.parse(readFileSync(template, "utf8")) as { width: number };
  return Math.min(1, MAX_WIDTH_PX / width);
}
