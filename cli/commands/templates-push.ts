import { ApiError } from "../api/api-error.js";
import { connect } from "../api/connect.js";
import { type OptionTable, readArguments } from "../arguments.js";
import { type Command, EXIT } from "../command.js";
import { FaultsError, type Finding, fileFinding } from "../finding.js";
import { count, formatFindings } from "../print.js";
import { type TemplatesFolder } from "../templates-folder/folder.js";
import { type Matches, matchTemplates } from "../templates-folder/match-templates.js";
import { type PushResult, pushTemplate } from "../templates-folder/push-template.js";
import { chooseFiles, type LocalTemplate, openFolder, readTemplates } from "../templates-folder/read-templates.js";
import { refuseAmbiguous } from "../templates-folder/refuse-ambiguous.js";
import { Workspace } from "../templates-folder/workspace.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { DEFAULT_FOLDER, FOLDER_OPTIONS } from "./templates-options.js";

const OPTIONS = {
  "dry-run": { type: "boolean", help: "tell what would be done, and do nothing" },
  ...FOLDER_OPTIONS,
} as const satisfies OptionTable;

/** `irs templates push`. */
export const pushCommand: Command = {
  name: "push",
  summary: "create and update the workspace's templates from the folder",
  synopsis: "[FILE...] [options]",
  options: OPTIONS,
  notes: `Every chosen file is checked first; if one has a fault, nothing is pushed. A changed document makes the template's next
version, an unchanged one makes none. A file that irs.json does not name yet is added to it under its document's name.
What somebody else changes at the same moment is not overwritten but told. Your key needs the scope templates.

Examples
  irs templates push
  irs templates push templates/card.json --dry-run`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, OPTIONS);
    const folder = await openFolder(options.folder ?? DEFAULT_FOLDER, terminal.folder);
    const read = await readTemplates(folder, chooseFiles(folder, operands, terminal.folder));
    if (read.faults.length > 0) throw new FaultsError(read.faults, "Nothing was pushed.");
    const workspace = new Workspace(await connect(options, terminal));
    const entries = [...folder.entries, ...read.templates.map(({ entry }) => entry)];
    const known = [...new Set(entries)];
    const matches = matchTemplates(known, await workspace.listTemplates(known), workspace.client.baseUrl);
    const chosen = read.templates.map(({ entry }) => entry);
    refuseAmbiguous(folder, chosen, matches, "Nothing was pushed.");
    const push = new Push(folder, workspace, matches, options["dry-run"], terminal);
    let faultCount = 0;
    for (const template of read.templates) faultCount += (await push.push(template)) ? 0 : 1;
    if (faultCount > 0) await write(terminal.err, `${count(faultCount, "template")} could not be pushed.\n`);
    return faultCount === 0 ? EXIT.ok : EXIT.faults;
  },
};

/** One push: each template on its own, so that one refusal keeps no other template back. */
class Push {
  constructor(
    private readonly folder: TemplatesFolder,
    private readonly workspace: Workspace,
    private readonly matches: Matches,
    private readonly dryRun: boolean,
    private readonly terminal: Terminal,
  ) {}

  /** Resolves to whether the template is in the workspace as it is in the folder. @throws ApiError when none can be pushed */
  async push(template: LocalTemplate): Promise<boolean> {
    const { out, err } = this.terminal;
    const { entry } = template;
    const file = this.folder.nameOf(entry.file);
    let result: PushResult;
    try {
      const summary = this.matches.summaryOf.get(entry);
      result = await pushTemplate(this.workspace, template, summary, { dryRun: this.dryRun });
    } catch (error) {
      if (!(error instanceof ApiError) || error.exitCode !== EXIT.faults) throw error;
      await write(err, formatFindings(err, { faults: refusalFindings(file, error), warnings: [] }));
      return false;
    }
    if (!this.dryRun && result.id !== undefined) await this.record(template, result.id);
    const warnings = result.warnings.map(({ path, message }) => ({ file, path: inDocument(path), message }));
    await write(err, formatFindings(err, { faults: [], warnings }));
    const style = result.did === "unchanged" ? "quiet" : "success";
    await write(out, `${printable(file)}  ${paint(out, style, describeResult(result, this.dryRun))}\n`);
    return true;
  }

  /** At once after each template: what follows may fail, and the next push must find what this one made. */
  private async record({ entry }: LocalTemplate, id: string): Promise<void> {
    const { baseUrl } = this.workspace.client;
    const isListed = this.folder.entries.includes(entry);
    if (isListed && entry.ids[baseUrl] === id) return;
    entry.ids[baseUrl] = id;
    if (!isListed) this.folder.entries.push(entry);
    await this.folder.save();
  }
}

function describeResult({ did, parts, version }: PushResult, dryRun: boolean): string {
  const details = parts.filter((part) => part !== "document").join(" and ");
  if (did === "unchanged") return `unchanged, version ${version}`;
  if (did === "created") return `${dryRun ? "would be created" : "created"}, version ${version}`;
  if (!parts.includes("document"))
    return `${dryRun ? "would get another" : "has another"} ${details}, still version ${version}`;
  const change = dryRun ? `would be updated to version ${version}` : `updated to version ${version}`;
  return details === "" ? change : `${change}, with another ${details}`;
}

/** Why the service did not take a template. */
function refusalFindings(file: string, { status, message, facts, issues }: ApiError): Finding[] {
  if (status === 412) {
    const told = "It was changed in the workspace while it was being pushed, and is left as it is there.";
    return [fileFinding(file, `${told} Look at "irs templates diff", then push again.`)];
  }
  if (issues.length === 0) return [fileFinding(file, `${message} (${facts})`)];
  return issues.map((issue) => ({ file, path: inDocument(issue.path), message: issue.message }));
}

/** The service's paths start at the request, a file's at the document. */
function inDocument(path: string): string {
  return path.replace(/^document(?:\.|(?=\[)|$)/, "");
}
