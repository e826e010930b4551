import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { runJob } from "../run-job.js";
import { type Workshop } from "../workshop.js";
import { type Entry, readTopics } from "./entries.js";
import { type Exhibit, galleryPage, type Room } from "./page.js";

/** Wider pictures are made smaller: a contact sheet shows them at half of this at most. */
const MAX_WIDTH_PX = 960;

/** Renders all examples below a folder into a contact sheet in another, which holds nothing else afterwards. */
export async function writeGallery(examples: string, folder: string, workshop: Workshop): Promise<void> {
  const rooms: Room[] = [];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { title, entries } of readTopics(examples)) {
    const exhibits: Exhibit[] = [];
    for (const entry of entries) exhibits.push(await exhibit(examples, entry, folder, workshop));
    rooms.push({ title, exhibits });
  }
  await writeFile(join(folder, "index.html"), galleryPage(rooms, relative(folder, examples).split(sep).join("/")));
}

async function exhibit(examples: string, entry: Entry, folder: string, workshop: Workshop): Promise<Exhibit> {
  const source = join(examples, entry.folder);
  const { faults, warnings, picture } = await runJob(
    {
      folder: source,
      template: "template.json",
      data: entry.hasRequest ? "request.json" : undefined,
      uploads: entry.hasUploads ? "uploads" : undefined,
      output: { format: "webp", scale: await scaleFor(join(source, "template.json")) },
    },
    workshop,
  );
  if (picture === undefined) {
    throw new Error(
      `${entry.folder} has a fault: ${faults.map(({ path, message }) => `${path}: ${message}`).join(" ")}`,
    );
  }
  const file = `${entry.folder.replaceAll("/", "-")}.webp`;
  await writeFile(join(folder, file), picture.bytes);
  const { width, height } = picture;
  return { entry, file, width, height, warnings: [...new Set(warnings.map(({ code }) => code ?? ""))] };
}

async function scaleFor(template: string): Promise<number> {
  const { width } = JSON.parse(await readFile(template, "utf8")) as { width: number };
  return Math.min(1, MAX_WIDTH_PX / width);
}
