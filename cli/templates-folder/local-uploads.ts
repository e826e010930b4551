/** The local files of a document, and the uploads that stand for them in a workspace. */
import { resolve } from "node:path";
import { type LocalFile, mapAddresses, mapLocalFiles, readLocalFile } from "../local-files.js";
import type { Document } from "./document.js";
import type { TemplatesFolder } from "./folder.js";
import { readContents } from "./read-contents.js";

/** Returns a document with the addresses of uploads in place of its local files. A file without an address stays. */
export function withAddresses(document: Document, addressOf: (file: LocalFile) => string | undefined): Document {
  return mapLocalFiles(document, (file) => addressOf(file) ?? file.reference) as Document;
}

/** Returns the document with the uploads that the lock file records, as the workspace has it after a push. */
export async function asPushed(folder: TemplatesFolder, document: Document, baseUrl: string): Promise<Document> {
  const { contents } = await readContents(folder.path, document);
  return withAddresses(document, ({ reference }) => {
    const content = contents.get(reference);
    return content && folder.uploadOf(baseUrl, content.sha256);
  });
}

/** Returns a document of the workspace with the local files that its uploads were made of, if they are unchanged. */
export async function withLocalPaths(folder: TemplatesFolder, document: Document, baseUrl: string): Promise<Document> {
  const paths = new Map<string, string>();
  for (const [sha256, { file, upload }] of folder.uploadsOf(baseUrl)) {
    const read = await readLocalFile(resolve(folder.path, file), undefined);
    if ("sha256" in read && read.sha256 === sha256) paths.set(upload, file);
  }
  return mapAddresses(document, (address) => paths.get(address) ?? address) as Document;
}
