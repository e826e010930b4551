import { type TemplateSummary } from "../../core/contract/templates-api.js";
import { connect } from "../api/connect.js";
import { readArguments } from "../arguments.js";
import { type Command, EXIT } from "../command.js";
import { FaultsError } from "../finding.js";
import { differencesOf, localState, remoteState } from "../templates-folder/compare.js";
import { type TemplatesFolder } from "../templates-folder/folder.js";
import { formatDiff, type ShownLine } from "../templates-folder/format-diff.js";
import { type Entry } from "../templates-folder/manifest.js";
import { matchTemplates } from "../templates-folder/match-templates.js";
import { newEntry, openFolder, chooseFiles } from "../templates-folder/read-templates.js";
import { refuseAmbiguous } from "../templates-folder/refuse-ambiguous.js";
import { Workspace } from "../templates-folder/workspace.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { DEFAULT_FOLDER, FOLDER_OPTIONS } from "./templates-options.js";

/** `irs templates diff`. */
export const diffCommand: Command = {
  name: "diff",
  summary: "show what a push would change",
  synopsis: "[FILE...] [options]",
  options: FOLDER_OPTIONS,
  notes: `Lines with - are the workspace's, lines with + the folder's; the order of keys makes no difference.
The exit code is 0 without a difference, 1 with one.`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, FOLDER_OPTIONS);
    const folder = await openFolder(options.folder ?? DEFAULT_FOLDER, terminal.folder);
    const files = chooseFiles(folder, operands, terminal.folder);
    const { entries, contents } = await readFiles(folder, files);
    const workspace = new Workspace(await connect(options, terminal));
    const summaries = await workspace.listTemplates(entries);
    const matches = matchTemplates(entries, summaries, workspace.client.baseUrl);
    refuseAmbiguous(folder, [...contents.keys()], matches, "Nothing was compared.");
    const comparison = new Comparison(folder, workspace, terminal);
    let isSame = true;
    for (const [entry, document] of contents) {
      const summary = matches.summaryOf.get(entry);
      const difference = await comparison.compare(entry, document, summary);
      isSame &&= !difference;
    }
    for (const { name } of operands.length === 0 ? matches.others : []) {
      isSame = false;
      await write(terminal.out, `${printable(JSON.stringify(name))} is in the workspace only; "pull" fetches it.\n`);
    }
    return isSame ? EXIT.ok : EXIT.faults;
  },
};

type Contents = Map<Entry, Readonly<Record<string, unknown>> | undefined>;

/** The documents by entry, undefined for a missing file, and all entries, chosen or not. @throws FaultsError */
async function readFiles(folder: TemplatesFolder, files: readonly string[]) {
  const contents: Contents = new Map();
  const faults = [];
  for (const file of files) {
    const content = await folder.readUnchecked(file);
    const entry = folder.entryOf(file);
    if ("document" in content) contents.set(entry ?? newEntry(file, content.document), content.document);
    else if (content.isMissing && entry !== undefined) contents.set(entry, undefined);
    else faults.push(...content.faults);
  }
  if (faults.length > 0) throw new FaultsError(faults, "Nothing was compared.");
  return { contents, entries: [...new Set([...folder.entries, ...contents.keys()])] };
}

class Comparison {
  constructor(
    private readonly folder: TemplatesFolder,
    private readonly workspace: Workspace,
    private readonly terminal: Terminal,
  ) {}

  /** Shows how one template differs; resolves to whether it does. */
  async compare(
    entry: Entry,
    document: Readonly<Record<string, unknown>> | undefined,
    summary: TemplateSummary | undefined,
  ): Promise<boolean> {
    const { out } = this.terminal;
    const file = printable(this.folder.nameOf(entry.file));
    if (document === undefined) {
      const where = summary === undefined ? "the workspace has no such template either" : '"pull" fetches it';
      await write(out, `${file} is missing; ${where}.\n`);
      return true;
    }
    if (summary === undefined) {
      await write(out, `${file} is not in the workspace; "push" creates it.\n`);
      return true;
    }
    const { body } = await this.workspace.getTemplate(summary.id);
    const [local, remote] = [localState(entry, document), remoteState(body)];
    const parts = differencesOf(remote, local);
    if (parts.length === 0) return false;
    const head = `--- ${printable(body.name)}, version ${body.version}\n+++ ${file}\n`;
    const lines = formatDiff(remote, local, parts).map((line) => this.show(line));
    await write(out, paint(out, "strong", head) + lines.join(""));
    return true;
  }

  private show({ kind, text }: ShownLine): string {
    const { out } = this.terminal;
    const safe = printable(text);
    if (kind === "same") return `${safe}\n`;
    const style = { place: "quiet", removed: "fault", added: "success" } as const;
    return `${paint(out, style[kind], safe)}\n`;
  }
}
