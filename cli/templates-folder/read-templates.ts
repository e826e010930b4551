/** Reads what a command is to push, show or check from a folder. */
import { UsageError } from "../arguments.js";
import { FaultsError, type Finding } from "../finding.js";
import { type Document } from "./document.js";
import { TemplatesFolder } from "./folder.js";
import { type Entry } from "./manifest.js";

/** A template of the folder with its document. */
export interface LocalTemplate {
  readonly entry: Entry;
  readonly document: Document;
}

/** Opens a folder. @throws FaultsError for a manifest with faults */
export async function openFolder(name: string, workingFolder: string): Promise<TemplatesFolder> {
  const opened = await TemplatesFolder.open(name, workingFolder);
  if ("faults" in opened) throw new FaultsError(opened.faults, "Nothing was done.");
  return opened.folder;
}

/** The files that operands name, else all of the folder, the manifest's first. @throws UsageError when there is none */
export function chooseFiles(folder: TemplatesFolder, operands: readonly string[], workingFolder: string): string[] {
  if (operands.length > 0) return [...new Set(folder.filesOf(operands, workingFolder))];
  const listed = folder.entries.map(({ file }) => file);
  const all = [...listed, ...folder.files.filter((file) => folder.entryOf(file) === undefined)];
  if (all.length === 0) {
    throw new UsageError(`There is no template in ${folder.name}; --folder names another folder, "pull" fills one.`);
  }
  return all;
}

/** Reads documents and checks them all by the contract; faults of one keep every other from being used. */
export async function readTemplates(
  folder: TemplatesFolder,
  files: readonly string[],
): Promise<{ readonly templates: readonly LocalTemplate[]; readonly faults: readonly Finding[] }> {
  const templates: LocalTemplate[] = [];
  const faults: Finding[] = [];
  for (const file of files) {
    const content = await folder.read(file);
    if ("faults" in content) faults.push(...content.faults);
    else
      templates.push({ entry: folder.entryOf(file) ?? newEntry(file, content.document), document: content.document });
  }
  return { templates, faults };
}

/** The manifest's entry for a file that it does not name yet: called as the document calls itself, else as the file is. */
export function newEntry(file: string, document: Document): Entry {
  const own = typeof document["name"] === "string" ? document["name"].trim() : "";
  return { file, name: own === "" ? file.replace(/\.json$/i, "") : own, ids: {} };
}
