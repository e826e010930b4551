import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { checkTemplateDocument, describeOverrides, overridesJsonSchema } from "@image-render/engine/document";
import { type FileStates, stateOf } from "../file-state.js";
import { replaceLocalFiles } from "../local-files.js";
import { IssuesError } from "../located-issue.js";
import type { TemplatesFolder } from "../templates-folder/folder.js";
import { MANIFEST_FILE } from "../templates-folder/manifest.js";
import { chooseFiles, type LocalTemplate, openFolder, readTemplates } from "../templates-folder/read-templates.js";
import { UsageError } from "../usage-error.js";
import { layerFacts, type TemplateFacts } from "./template-facts.js";

/** The templates of a folder that a service has. */
export interface FolderTemplates {
  readonly templates: readonly TemplateFacts[];
  /** The base URL of the service that has these IDs. */
  readonly baseUrl: string;
  /** The names of files whose templates the service does not have. */
  readonly withoutId: readonly string[];
}

/**
 * Reads the templates of a folder.
 * @param givenUrl the base URL of the service whose IDs count
 * @throws UsageError, IssuesError
 */
export async function folderTemplates(
  name: string,
  workingFolder: string,
  givenUrl: string | undefined,
): Promise<FolderTemplates> {
  const folder = await openFolder(name, workingFolder);
  const { templates, issues } = await readTemplates(folder, chooseFiles(folder, [], workingFolder));
  if (issues.length > 0) throw new IssuesError(issues, "Nothing was written.");
  const baseUrl = givenUrl ?? onlyUrlOf(folder);
  const known = templates.map((template) => ({ ...template, id: template.entry.ids[baseUrl] }));
  return {
    baseUrl,
    templates: known.flatMap(({ id, ...template }) => (id === undefined ? [] : [factsOf(id, template)])),
    withoutId: known.filter(({ id }) => id === undefined).map(({ entry }) => folder.nameOf(entry.file)),
  };
}

/** Returns the states of a folder and of the files in it. The state of the folder changes with the list of its files. */
export async function folderStates(name: string, workingFolder: string): Promise<FileStates> {
  const path = resolve(workingFolder, name);
  const files = await readdir(path).catch(() => []);
  const watched = [path, ...files.filter((file) => /\.json$/i.test(file)).map((file) => join(path, file))];
  return new Map(await Promise.all(watched.map(async (file) => [file, await stateOf(file)] as const)));
}

function onlyUrlOf(folder: TemplatesFolder): string {
  const urls = [...new Set(folder.entries.flatMap(({ ids }) => Object.keys(ids)))].sort();
  const [url, ...others] = urls;
  if (url === undefined) {
    throw new UsageError(
      `${folder.nameOf(MANIFEST_FILE)} has no template with an ID. Run "irs templates push" first: a request needs the ID.`,
    );
  }
  if (others.length === 0) return url;
  throw new UsageError(
    `${folder.nameOf(MANIFEST_FILE)} has IDs of several services: ${urls.join(", ")}. Choose one with --url.`,
  );
}

function factsOf(id: string, { entry, document }: LocalTemplate): TemplateFacts {
  const checked = checkTemplateDocument(replaceLocalFiles(document));
  if ("issues" in checked) throw new Error(`${entry.file} was checked, and has an issue now.`);
  const { layers, variables } = describeOverrides(checked.document);
  const schemas = overridesJsonSchema(checked.document);
  return { id, name: entry.name, layers: layerFacts(layers, schemas.layers), variables };
}
