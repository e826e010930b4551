import { ApiError } from "../api/api-error.js";
import { connect } from "../api/connect.js";
import type { PushOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { fileIssue, IssuesError, type LocatedIssue } from "../located-issue.js";
import { type LocalContent, type LocalFile, localFilesOf, problemSentence } from "../local-files.js";
import { count, formatBytes, formatIssues } from "../print.js";
import type { Document } from "../templates-folder/document.js";
import type { TemplatesFolder } from "../templates-folder/folder.js";
import { type Matches, matchTemplates } from "../templates-folder/match-templates.js";
import { withAddresses } from "../templates-folder/local-uploads.js";
import { type PushResult, pushTemplate } from "../templates-folder/push-template.js";
import { chooseFiles, type LocalTemplate, openFolder, readTemplates } from "../templates-folder/read-templates.js";
import { UploadPusher } from "../templates-folder/push-uploads.js";
import { readContents } from "../templates-folder/read-contents.js";
import { refuseAmbiguous } from "../templates-folder/refuse-ambiguous.js";
import { Workspace } from "../templates-folder/workspace.js";
import { paint, printable, type Terminal, write } from "../terminal.js";

/** Runs `irs templates push`. @throws UsageError, IssuesError, ApiError */
export async function pushTemplates(
  terminal: Terminal,
  names: readonly string[],
  options: PushOptions,
): Promise<number> {
  const folder = await openFolder(options.folder, terminal.folder);
  const read = await readTemplates(folder, chooseFiles(folder, names, terminal.folder));
  if (read.issues.length > 0) throw new IssuesError(read.issues, "Nothing was pushed.");
  const workspace = new Workspace(await connect(options, terminal));
  const entries = [...folder.entries, ...read.templates.map(({ entry }) => entry)];
  const known = [...new Set(entries)];
  const matches = matchTemplates(known, await workspace.listTemplates(known), workspace.client.baseUrl);
  const chosen = read.templates.map(({ entry }) => entry);
  refuseAmbiguous(folder, chosen, matches, "Nothing was pushed.");
  const push = new Push(folder, workspace, matches, options.dryRun ?? false, terminal);
  let failures = 0;
  for (const template of read.templates) failures += (await push.push(template)) ? 0 : 1;
  if (failures > 0) await write(terminal.err, `${count(failures, "template")} could not be pushed.\n`);
  return failures === 0 ? EXIT.ok : EXIT.issues;
}

/** Pushes templates one by one. If the service refuses one, the others are still pushed. */
class Push {
  readonly #folder: TemplatesFolder;
  readonly #workspace: Workspace;
  readonly #matches: Matches;
  readonly #dryRun: boolean;
  readonly #terminal: Terminal;
  readonly #uploads: UploadPusher;

  constructor(folder: TemplatesFolder, workspace: Workspace, matches: Matches, dryRun: boolean, terminal: Terminal) {
    this.#folder = folder;
    this.#workspace = workspace;
    this.#matches = matches;
    this.#dryRun = dryRun;
    this.#terminal = terminal;
    this.#uploads = new UploadPusher(workspace.client, folder);
  }

  /**
   * Pushes one template. Resolves to whether it is now the same in both places.
   * @throws ApiError if no template can be pushed
   */
  async push(template: LocalTemplate): Promise<boolean> {
    const { out, err } = this.#terminal;
    const { entry } = template;
    const file = this.#folder.nameOf(entry.file);
    let result: PushResult;
    try {
      const summary = this.#matches.summaryOf.get(entry);
      const document = await this.#withUploads(template.document);
      result = await pushTemplate(this.#workspace, { entry, document }, summary, { dryRun: this.#dryRun });
    } catch (error) {
      if (error instanceof RefusedFile) {
        const issue = { file, path: error.file.path, message: problemSentence(error.file, error.message) };
        await write(err, formatIssues(err, { issues: [issue], warnings: [] }));
        return false;
      }
      if (!(error instanceof ApiError) || error.exitCode !== EXIT.issues) throw error;
      await write(err, formatIssues(err, { issues: refusalIssues(file, error), warnings: [] }));
      return false;
    }
    if (!this.#dryRun && result.id !== undefined) await this.#record(template, result.id);
    const warnings = result.warnings.map(({ path, message }) => ({ file, path: inDocument(path), message }));
    await write(err, formatIssues(err, { issues: [], warnings }));
    const style = result.outcome === "unchanged" ? "quiet" : "success";
    await write(out, `${printable(file)}  ${paint(out, style, describeResult(result, this.#dryRun))}\n`);
    return true;
  }

  /** Uploads the local files of a document, and returns the document with their addresses. @throws RefusedFile, ApiError */
  async #withUploads(document: Document): Promise<Document> {
    const { contents } = await readContents(this.#folder.path, document);
    const addresses = new Map<string, string>();
    for (const file of localFilesOf(document)) {
      const content = contents.get(file.reference);
      if (content === undefined || addresses.has(file.reference)) continue;
      const address = await this.#upload(file, content);
      if (address !== undefined) addresses.set(file.reference, address);
    }
    return withAddresses(document, ({ reference }) => addresses.get(reference));
  }

  /** Uploads a file. Returns undefined if a dry run would upload it. */
  async #upload(file: LocalFile, content: LocalContent): Promise<string | undefined> {
    const { out } = this.#terminal;
    const name = printable(this.#folder.nameOf(file.reference));
    const size = formatBytes(content.bytes.length);
    if (this.#dryRun) {
      const found = await this.#uploads.find(content);
      if (found === undefined) await write(out, `${name}  ${paint(out, "success", "would be uploaded")}, ${size}\n`);
      return found;
    }
    try {
      const { path, isNew } = await this.#uploads.push(content, file.reference);
      if (isNew) await write(out, `${name}  ${paint(out, "success", "uploaded")}, ${size}\n`);
      return path;
    } catch (error) {
      if (error instanceof ApiError && error.exitCode === EXIT.issues) throw new RefusedFile(error.message, file);
      throw error;
    }
  }

  /** Saves the ID directly after each template. If a later template fails, the next push still finds this one. */
  async #record({ entry }: LocalTemplate, id: string): Promise<void> {
    const { baseUrl } = this.#workspace.client;
    const isListed = this.#folder.entries.includes(entry);
    if (isListed && entry.ids[baseUrl] === id) return;
    entry.ids[baseUrl] = id;
    if (!isListed) this.#folder.entries.push(entry);
    await this.#folder.save();
  }
}

/** The error if the service refuses a local file of a template. */
class RefusedFile extends Error {
  constructor(
    message: string,
    readonly file: LocalFile,
  ) {
    super(message);
  }
}

function describeResult({ outcome, parts, version }: PushResult, dryRun: boolean): string {
  const details = parts.filter((part) => part !== "document").join(" and ");
  if (outcome === "unchanged") return `unchanged, version ${version}`;
  if (outcome === "created") return `${dryRun ? "would be created" : "created"}, version ${version}`;
  if (!parts.includes("document")) {
    return `${dryRun ? "would get a new" : "has a new"} ${details}, still version ${version}`;
  }
  const change = dryRun ? `would be updated to version ${version}` : `updated to version ${version}`;
  return details === "" ? change : `${change}, with a new ${details}`;
}

/** Returns the issues of a template that the service refuses. */
function refusalIssues(file: string, { status, message, facts, issues }: ApiError): LocatedIssue[] {
  if (status === 412) {
    const what = "The template changed in the workspace during the push, so it was not overwritten.";
    return [fileIssue(file, `${what} Check "irs templates diff", then push again.`)];
  }
  if (issues.length === 0) return [fileIssue(file, `${message} (${facts})`)];
  return issues.map((issue) => ({ file, path: inDocument(issue.path), message: issue.message }));
}

/** Returns the path in the document. The service's paths start at the request, but paths in a file do not. */
function inDocument(path: string): string {
  return path.replace(/^document(?:\.|(?=\[)|$)/, "");
}
