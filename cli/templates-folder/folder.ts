import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { checkDocument } from "../check-document.js";
import { fileIssue, type LocatedIssue } from "../located-issue.js";
import { readSourceFile, systemCode } from "../source-file.js";
import { UsageError } from "../usage-error.js";
import { type Document, formatDocument } from "./document.js";
import { type Entry, formatManifest, isDocumentFile, MANIFEST_FILE, parseManifest } from "./manifest.js";

/** The content of a template's file, or its issues. `isMissing` distinguishes a missing file from a broken one. */
export type FileContent =
  { readonly document: Document } | { readonly issues: readonly LocatedIssue[]; readonly isMissing: boolean };

/** A folder of templates on this computer. */
export class TemplatesFolder {
  readonly #path: string;

  private constructor(
    /** The name of the folder, as the command line names it. */
    readonly name: string,
    path: string,
    /** The templates of the manifest in their order. */
    readonly entries: Entry[],
    /** The document files in the folder. Some of them may not be in the manifest. */
    readonly files: readonly string[],
  ) {
    this.#path = path;
  }

  /** Reads the manifest. A missing folder or manifest counts as empty. */
  static async open(
    name: string,
    workingFolder: string,
  ): Promise<{ readonly folder: TemplatesFolder } | { readonly issues: readonly LocatedIssue[] }> {
    const path = resolve(workingFolder, name);
    const names = await namesIn(path);
    const files = names.filter(isDocumentFile).sort();
    if (!names.includes(MANIFEST_FILE)) return { folder: new TemplatesFolder(name, path, [], files) };
    const read = await readSourceFile(join(name, MANIFEST_FILE), workingFolder);
    if ("issue" in read) return { issues: [read.issue] };
    const parsed = parseManifest(read.source.value);
    if ("issues" in parsed) return { issues: parsed.issues.map((issue) => read.source.locate(issue)) };
    return { folder: new TemplatesFolder(name, path, parsed.entries, files) };
  }

  /** Returns the name of a file for messages. */
  nameOf(file: string): string {
    return join(this.name, file);
  }

  /** Returns the files for paths or plain file names. @throws UsageError for a file outside of the folder */
  filesOf(names: readonly string[], workingFolder: string): string[] {
    return names.map((name) => {
      const path = resolve(workingFolder, name);
      if (dirname(path) === this.#path && isDocumentFile(basename(path))) return basename(path);
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
    const read = await readSourceFile(file, this.#path);
    const name = this.nameOf(file);
    if ("issue" in read) return { issues: [{ ...read.issue, file: name }], isMissing: read.state === "missing" };
    const { value } = read.source;
    const { issues } = checkDocument(value, (issue) => ({ ...read.source.locate(issue), file: name }));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { issues, isMissing: false };
    return { document: value as Document, checked: issues };
  }

  /** Writes a document. @throws UsageError if the system refuses */
  async write(file: string, document: Document): Promise<void> {
    await this.#writeText(file, formatDocument(document));
  }

  /** Writes the manifest. @throws UsageError if the system refuses */
  async save(): Promise<void> {
    await this.#writeText(MANIFEST_FILE, formatManifest(this.entries));
  }

  /** Writes a temporary file and renames it, so that no reader sees half a file. */
  async #writeText(file: string, text: string): Promise<void> {
    const draft = join(this.#path, `.${file}.${randomUUID()}`);
    try {
      await mkdir(this.#path, { recursive: true });
      await writeFile(draft, text);
      await rename(draft, join(this.#path, file));
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

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw new UsageError(`The folder ${path} cannot be read (${systemCode(error)}).`);
  }
}
