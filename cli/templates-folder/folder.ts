/** A folder of templates on this machine. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../arguments.js";
import { checkDocument } from "../check-document.js";
import { type Finding, fileFinding } from "../finding.js";
import { readSourceFile, systemCode } from "../source-file.js";
import { type Document, formatDocument } from "./document.js";
import { type Entry, formatManifest, isDocumentFile, MANIFEST_FILE, parseManifest } from "./manifest.js";

/** What a template's file holds; `isMissing` tells an absent file from a broken one. */
export type FileContent =
  { readonly document: Document } | { readonly faults: readonly Finding[]; readonly isMissing: boolean };

export class TemplatesFolder {
  private constructor(
    /** As its user named it. */
    readonly name: string,
    private readonly path: string,
    /** The manifest's templates in their order. */
    readonly entries: Entry[],
    /** The documents in the folder, in the manifest or not. */
    readonly files: readonly string[],
  ) {}

  /** Reads the manifest; a folder or manifest that is not there counts as empty. */
  static async open(
    name: string,
    workingFolder: string,
  ): Promise<{ readonly folder: TemplatesFolder } | { readonly faults: readonly Finding[] }> {
    const path = resolve(workingFolder, name);
    const names = await namesIn(path);
    const files = names.filter(isDocumentFile).sort();
    if (!names.includes(MANIFEST_FILE)) return { folder: new TemplatesFolder(name, path, [], files) };
    const read = await readSourceFile(join(name, MANIFEST_FILE), workingFolder);
    if ("fault" in read) return { faults: [read.fault] };
    const parsed = parseManifest(read.source.value);
    if ("issues" in parsed) return { faults: parsed.issues.map((issue) => read.source.locate(issue)) };
    return { folder: new TemplatesFolder(name, path, parsed.entries, files) };
  }

  /** A file as its user would name it. */
  nameOf(file: string): string {
    return join(this.name, file);
  }

  /** The files that operands name, by path or by the mere name. @throws UsageError for one outside of the folder */
  filesOf(operands: readonly string[], workingFolder: string): string[] {
    return operands.map((operand) => {
      const path = resolve(workingFolder, operand);
      if (dirname(path) === this.path && isDocumentFile(basename(path))) return basename(path);
      if (isDocumentFile(operand)) return operand;
      throw new UsageError(`${operand} is no template's file in ${this.name}.`);
    });
  }

  entryOf(file: string): Entry | undefined {
    return this.entries.find((entry) => entry.file === file);
  }

  /** Reads a document and checks it by the contract. */
  async read(file: string): Promise<FileContent> {
    const content = await this.readUnchecked(file);
    return "checked" in content && content.checked.length > 0 ? { faults: content.checked, isMissing: false } : content;
  }

  /** Reads a document, right or not; only a text that is no JSON object is a fault. */
  async readUnchecked(file: string): Promise<FileContent & { readonly checked?: readonly Finding[] }> {
    const read = await readSourceFile(file, this.path);
    const name = this.nameOf(file);
    if ("fault" in read) return { faults: [{ ...read.fault, file: name }], isMissing: read.state === "missing" };
    const { value } = read.source;
    const { faults } = checkDocument(value, (issue) => ({ ...read.source.locate(issue), file: name }));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { faults, isMissing: false };
    return { document: value as Document, checked: faults };
  }

  /** Writes a document. @throws UsageError when the system refuses */
  async write(file: string, document: Document): Promise<void> {
    await this.writeText(file, formatDocument(document));
  }

  /** Writes the manifest. @throws UsageError when the system refuses */
  async save(): Promise<void> {
    await this.writeText(MANIFEST_FILE, formatManifest(this.entries));
  }

  /** By way of a second file, so that nobody ever finds half of one. */
  private async writeText(file: string, text: string): Promise<void> {
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

/** A fault of a folder's file as a whole. */
export function folderFinding(folder: TemplatesFolder, file: string, message: string): Finding {
  return fileFinding(folder.nameOf(file), message);
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw new UsageError(`The folder ${path} cannot be read (${systemCode(error)}).`);
  }
}
