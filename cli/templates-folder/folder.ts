import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Issue } from "@image-render/engine/issues";
import { checkDocument } from "../check-document.js";
import { replaceLocalFiles } from "../local-files.js";
import { fileIssue, type LocatedIssue } from "../located-issue.js";
import { readSourceFile, systemCode } from "../source-file.js";
import { UsageError } from "../usage-error.js";
import { type Document, formatDocument } from "./document.js";
import { readContents } from "./read-contents.js";
import { formatLock, type Lock, LOCK_FILE, parseLock } from "./lock.js";
import { type Entry, formatManifest, isDocumentFile, MANIFEST_FILE, parseManifest } from "./manifest.js";

/** The content of a template's file, or its issues. `isMissing` distinguishes a missing file from a broken one. */
export type FileContent =
  { readonly document: Document } | { readonly issues: readonly LocatedIssue[]; readonly isMissing: boolean };

/** A folder of templates on this computer. */
export class TemplatesFolder {
  readonly #lock: Lock;

  private constructor(
    /** The name of the folder, as the command line names it. */
    readonly name: string,
    /** The absolute path of the folder. */
    readonly path: string,
    /** The templates of the manifest in their order. */
    readonly entries: Entry[],
    /** The document files in the folder. Some of them may not be in the manifest. */
    readonly files: readonly string[],
    lock: Lock,
  ) {
    this.#lock = lock;
  }

  /** Reads the manifest and the lock file. A missing folder or file counts as empty. */
  static async open(
    name: string,
    workingFolder: string,
  ): Promise<{ readonly folder: TemplatesFolder } | { readonly issues: readonly LocatedIssue[] }> {
    const path = resolve(workingFolder, name);
    const names = await namesIn(path);
    const files = names.filter(isDocumentFile).sort();
    const manifest = await readOptional(names, join(name, MANIFEST_FILE), workingFolder, parseManifest);
    if (manifest !== undefined && "issues" in manifest) return manifest;
    const locked = await readOptional(names, join(name, LOCK_FILE), workingFolder, parseLock);
    if (locked !== undefined && "issues" in locked) return locked;
    const lock = locked?.lock ?? { uploads: {} };
    return { folder: new TemplatesFolder(name, path, manifest?.entries ?? [], files, lock) };
  }

  /** Returns the name of a file for messages. */
  nameOf(file: string): string {
    return join(this.name, file);
  }

  /** Returns the files for paths or plain file names. @throws UsageError for a file outside of the folder */
  filesOf(names: readonly string[], workingFolder: string): string[] {
    return names.map((name) => {
      const path = resolve(workingFolder, name);
      if (dirname(path) === this.path && isDocumentFile(basename(path))) return basename(path);
      if (isDocumentFile(name)) return name;
      throw new UsageError(`${name} is not a template file in the folder ${this.name}.`);
    });
  }

  entryOf(file: string): Entry | undefined {
    return this.entries.find((entry) => entry.file === file);
  }

  /** Reads and checks a document. */
  async read(file: string): Promise<FileContent> {
    const content = await this.readUnchecked(file);
    return "checked" in content && content.checked.length > 0 ? { issues: content.checked, isMissing: false } : content;
  }

  /** Reads a document that may be invalid. Returns `issues` only if the text is not a JSON object. */
  async readUnchecked(file: string): Promise<FileContent & { readonly checked?: readonly LocatedIssue[] }> {
    const read = await readSourceFile(file, this.path);
    const name = this.nameOf(file);
    if ("issue" in read) return { issues: [{ ...read.issue, file: name }], isMissing: read.state === "missing" };
    const { value } = read.source;
    const locate = (issue: Issue) => ({ ...read.source.locate(issue), file: name });
    const local = await readContents(this.path, value);
    const { issues: checked } = checkDocument(replaceLocalFiles(value), locate);
    const issues = [...local.issues.map(locate), ...checked];
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { issues, isMissing: false };
    return { document: value as Document, checked: issues };
  }

  /** Writes a document. @throws UsageError if the system refuses */
  async write(file: string, document: Document): Promise<void> {
    await this.#writeText(file, formatDocument(document));
  }

  /** Returns the address of the upload with this content, if the lock file has it for a service. */
  uploadOf(baseUrl: string, sha256: string): string | undefined {
    return this.#lock.uploads[baseUrl]?.[sha256]?.upload;
  }

  /** Returns the recorded uploads of a service by their content. */
  uploadsOf(baseUrl: string) {
    return Object.entries(this.#lock.uploads[baseUrl] ?? {});
  }

  /** Records an upload in the lock file. It is saved at once, so that no failure later uploads the file again. */
  async recordUpload(
    baseUrl: string,
    sha256: string,
    upload: { readonly file: string; readonly upload: string },
  ): Promise<void> {
    this.#lock.uploads[baseUrl] = { ...this.#lock.uploads[baseUrl], [sha256]: upload };
    // `irs uploads push` also runs where there is no folder of templates, and must not create one.
    if (existsSync(this.path)) await this.#writeText(LOCK_FILE, formatLock(this.#lock));
  }

  /** Writes the manifest. @throws UsageError if the system refuses */
  async save(): Promise<void> {
    await this.#writeText(MANIFEST_FILE, formatManifest(this.entries));
  }

  /** Writes a temporary file and renames it, so that no reader sees half a file. */
  async #writeText(file: string, text: string): Promise<void> {
    const draft = join(this.path, `.${file}.${randomUUID()}`);
    try {
      await mkdir(this.path, { recursive: true });
      await writeFile(draft, text);
      await rename(draft, join(this.path, file));
    } catch (error) {
      await rm(draft, { force: true });
      throw new UsageError(`${this.nameOf(file)} cannot be written (${systemCode(error)}).`);
    }
  }
}

/** Returns an issue of a whole file in a folder. */
export function folderIssue(folder: TemplatesFolder, file: string, message: string): LocatedIssue {
  return fileIssue(folder.nameOf(file), message);
}

/** Reads and parses a file of the folder, or returns undefined if the folder does not have it. */
async function readOptional<Parsed extends object>(
  names: readonly string[],
  file: string,
  workingFolder: string,
  parse: (value: unknown) => Parsed | { readonly issues: readonly Issue[] },
): Promise<Parsed | { readonly issues: readonly LocatedIssue[] } | undefined> {
  if (!names.includes(basename(file))) return undefined;
  const read = await readSourceFile(file, workingFolder);
  if ("issue" in read) return { issues: [read.issue] };
  const parsed = parse(read.source.value);
  return "issues" in parsed ? { issues: parsed.issues.map((issue) => read.source.locate(issue)) } : parsed;
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw new UsageError(`The folder ${path} cannot be read (${systemCode(error)}).`);
  }
}
