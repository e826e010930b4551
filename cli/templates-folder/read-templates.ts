/** Reads the templates of a folder, for the commands that push, compare or check them. */
import { IssuesError, type LocatedIssue } from "../located-issue.js";
import { DEFAULT_FOLDER } from "../options.js";
import { UsageError } from "../usage-error.js";
import type { Document } from "./document.js";
import { TemplatesFolder } from "./folder.js";
import type { Entry } from "./manifest.js";

/** A template of the folder with its document. */
export interface LocalTemplate {
  readonly entry: Entry;
  readonly document: Document;
}

/** Opens the folder that `--folder` names. @throws IssuesError for a manifest with issues */
export async function openFolder(name: string | undefined, workingFolder: string): Promise<TemplatesFolder> {
  const opened = await TemplatesFolder.open(name ?? DEFAULT_FOLDER, workingFolder);
  if ("issues" in opened) throw new IssuesError(opened.issues, "Nothing was changed.");
  return opened.folder;
}

/** Returns the files that the command line names, else all files, those of the manifest first. @throws UsageError */
export function chooseFiles(folder: TemplatesFolder, names: readonly string[], workingFolder: string): string[] {
  if (names.length > 0) return [...new Set(folder.filesOf(names, workingFolder))];
  const listed = folder.entries.map(({ file }) => file);
  const all = [...listed, ...folder.files.filter((file) => folder.entryOf(file) === undefined)];
  if (all.length === 0) {
    throw new UsageError(
      `The folder ${folder.name} has no templates. Name another one with --folder, or run "irs templates pull" first.`,
    );
  }
  return all;
}

/** Reads and checks documents. If one has an issue, the caller must use none of them. */
export async function readTemplates(
  folder: TemplatesFolder,
  files: readonly string[],
): Promise<{ readonly templates: readonly LocalTemplate[]; readonly issues: readonly LocatedIssue[] }> {
  const templates: LocalTemplate[] = [];
  const issues: LocatedIssue[] = [];
  for (const file of files) {
    const content = await folder.read(file);
    if ("issues" in content) issues.push(...content.issues);
    else
      templates.push({ entry: folder.entryOf(file) ?? newEntry(file, content.document), document: content.document });
  }
  return { templates, issues };
}

/** Returns an entry for a file that is not in the manifest. Its name is the document's name, else the file's name. */
export function newEntry(file: string, document: Document): Entry {
  const own = typeof document["name"] === "string" ? document["name"].trim() : "";
  return { file, name: own === "" ? file.replace(/\.json$/i, "") : own, ids: {} };
}
