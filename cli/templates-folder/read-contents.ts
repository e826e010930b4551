import { resolve } from "node:path";
import type { Issue } from "@image-render/engine/issues";
import { type LocalContent, localFilesOf, problemSentence, readLocalFile } from "../local-files.js";

/** The content of each local file that a document names, by the path in the document. */
export type Contents = ReadonlyMap<string, LocalContent>;

/** Reads the local files of a document. An issue names the layer and the file. */
export async function readContents(
  folderPath: string,
  value: unknown,
): Promise<{ readonly contents: Contents; readonly issues: readonly Issue[] }> {
  const contents = new Map<string, LocalContent>();
  const issues: Issue[] = [];
  for (const file of localFilesOf(value)) {
    if (contents.has(file.reference)) continue;
    const read = await readLocalFile(resolve(folderPath, file.reference), file.kind);
    if ("problem" in read) issues.push({ path: file.path, message: problemSentence(file, read.problem) });
    else contents.set(file.reference, read);
  }
  return { contents, issues };
}
