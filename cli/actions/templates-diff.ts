import type { TemplateSummary } from "../../core/contract/templates-api.js";
import { connect } from "../api/connect.js";
import type { FolderOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { IssuesError } from "../located-issue.js";
import { differencesOf, localState, remoteState } from "../templates-folder/compare.js";
import type { Document } from "../templates-folder/document.js";
import type { TemplatesFolder } from "../templates-folder/folder.js";
import { formatDiff, type ShownLine } from "../templates-folder/format-diff.js";
import type { Entry } from "../templates-folder/manifest.js";
import { asPushed } from "../templates-folder/local-uploads.js";
import { matchTemplates } from "../templates-folder/match-templates.js";
import { chooseFiles, newEntry, openFolder } from "../templates-folder/read-templates.js";
import { refuseAmbiguous } from "../templates-folder/refuse-ambiguous.js";
import { Workspace } from "../templates-folder/workspace.js";
import { paint, printable, type Terminal, write } from "../terminal.js";

/** Runs `irs templates diff`. @throws UsageError, IssuesError, ApiError */
export async function diffTemplates(
  terminal: Terminal,
  names: readonly string[],
  options: FolderOptions,
): Promise<number> {
  const folder = await openFolder(options.folder, terminal.folder);
  const files = chooseFiles(folder, names, terminal.folder);
  const { entries, contents } = await readFiles(folder, files);
  const workspace = new Workspace(await connect(options, terminal));
  const summaries = await workspace.listTemplates(entries);
  const matches = matchTemplates(entries, summaries, workspace.client.baseUrl);
  refuseAmbiguous(folder, [...contents.keys()], matches, "Nothing was compared.");
  const comparison = new Comparison(folder, workspace, terminal);
  let isSame = true;
  for (const [entry, document] of contents) {
    const summary = matches.summaryOf.get(entry);
    const pushed = document && (await asPushed(folder, document, workspace.client.baseUrl));
    const difference = await comparison.compare(entry, pushed, summary);
    isSame &&= !difference;
  }
  for (const { name } of names.length === 0 ? matches.others : []) {
    isSame = false;
    const quoted = printable(JSON.stringify(name));
    await write(terminal.out, `${quoted} is only in the workspace. Run "irs templates pull" to get it.\n`);
  }
  return isSame ? EXIT.ok : EXIT.issues;
}

type Contents = Map<Entry, Document | undefined>;

/** Reads the chosen files and all entries. A missing file has an undefined document. @throws IssuesError */
async function readFiles(folder: TemplatesFolder, files: readonly string[]) {
  const contents: Contents = new Map();
  const issues = [];
  for (const file of files) {
    const content = await folder.readUnchecked(file);
    const entry = folder.entryOf(file);
    if ("document" in content) contents.set(entry ?? newEntry(file, content.document), content.document);
    else if (content.isMissing && entry !== undefined) contents.set(entry, undefined);
    else issues.push(...content.issues);
  }
  if (issues.length > 0) throw new IssuesError(issues, "Nothing was compared.");
  return { contents, entries: [...new Set([...folder.entries, ...contents.keys()])] };
}

class Comparison {
  readonly #folder: TemplatesFolder;
  readonly #workspace: Workspace;
  readonly #terminal: Terminal;

  constructor(folder: TemplatesFolder, workspace: Workspace, terminal: Terminal) {
    this.#folder = folder;
    this.#workspace = workspace;
    this.#terminal = terminal;
  }

  /** Prints the differences of a template. Resolves to whether there are any. */
  async compare(entry: Entry, document: Document | undefined, summary: TemplateSummary | undefined): Promise<boolean> {
    const { out } = this.#terminal;
    const file = printable(this.#folder.nameOf(entry.file));
    if (document === undefined) {
      const next = summary === undefined ? "It is not in the workspace either." : 'Run "irs templates pull" to get it.';
      await write(out, `${file} is missing. ${next}\n`);
      return true;
    }
    if (summary === undefined) {
      await write(out, `${file} is not in the workspace. Run "irs templates push" to create it.\n`);
      return true;
    }
    const { body } = await this.#workspace.getTemplate(summary.id);
    const [local, remote] = [localState(entry, document), remoteState(body)];
    const parts = differencesOf(remote, local);
    if (parts.length === 0) return false;
    const head = `--- ${printable(body.name)}, version ${body.version}\n+++ ${file}\n`;
    const lines = formatDiff(remote, local, parts).map((line) => this.#show(line));
    await write(out, paint(out, "strong", head) + lines.join(""));
    return true;
  }

  #show({ kind, text }: ShownLine): string {
    const { out } = this.#terminal;
    const safe = printable(text);
    if (kind === "same") return `${safe}\n`;
    const style = { place: "quiet", removed: "error", added: "success" } as const;
    return `${paint(out, style[kind], safe)}\n`;
  }
}
