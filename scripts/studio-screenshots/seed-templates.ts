/** Templates of a newsroom and its shop, from the examples. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ImageRenderService } from "@image-render/client";
import { uploadFile } from "@image-render/client/node";

type Document = Parameters<ImageRenderService["templates"]["create"]>[0]["document"];

/** An example, as a template of the workspace. */
interface SeededTemplate {
  readonly example: string;
  readonly name: string;
  readonly project: string;
}

/** The last one is the first of the gallery. */
const TEMPLATES: readonly SeededTemplate[] = [
  { example: "features/receipt", name: "Receipt", project: "Shop" },
  { example: "features/language-bar", name: "Languages of a speaker", project: "Events" },
  { example: "certificate", name: "Certificate of the academy", project: "Events" },
  { example: "features/two-prices", name: "Sale card", project: "Shop" },
  { example: "photo-quote", name: "Quote of the day", project: "Newsroom" },
  { example: "email-banner", name: "Banner of the newsletter", project: "Newsroom" },
  { example: "event-ticket", name: "Ticket for the spring concert", project: "Events" },
  { example: "open-graph-card", name: "Article card", project: "Newsroom" },
];

/** Creates the projects and the templates. Resolves to the IDs of the templates by their names. */
export async function seedTemplates(irs: ImageRenderService): Promise<ReadonlyMap<string, string>> {
  const projects = new Map<string, string>();
  for (const name of new Set(TEMPLATES.map(({ project }) => project))) {
    projects.set(name, (await irs.projects.create({ name })).id);
  }
  const ids = new Map<string, string>();
  for (const { example, name, project } of TEMPLATES) {
    const document = await documentOf(irs, example);
    const projectId = projects.get(project);
    const { id } = await irs.templates.create({ name, document, ...(projectId !== undefined && { projectId }) });
    ids.set(name, id);
  }
  return ids;
}

/** Reads the document of an example. Its files are uploaded, and named by the paths of the uploads. */
async function documentOf(irs: ImageRenderService, example: string): Promise<Document> {
  const folder = join("examples", example);
  let text = readFileSync(join(folder, "template.json"), "utf8");
  for (const path of new Set([...text.matchAll(/"(\.\.?\/assets\/[^"]+)"/g)].map(([, found = ""]) => found))) {
    const { path: address } = await uploadFile(irs, join(folder, path));
    text = text.replaceAll(`"${path}"`, `"${address}"`);
  }
  return JSON.parse(text) as Document;
}
