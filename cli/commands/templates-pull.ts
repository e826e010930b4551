import { type TemplateSummary } from "../../core/contract/templates-api.js";
import { connect } from "../api/connect.js";
import { type OptionTable, readArguments, UsageError } from "../arguments.js";
import { type Command, EXIT } from "../command.js";
import { FaultsError } from "../finding.js";
import { type TemplatesFolder } from "../templates-folder/folder.js";
import { type Matches, matchTemplates } from "../templates-folder/match-templates.js";
import { planPull, pulledEntry, type PullStep } from "../templates-folder/pull-plan.js";
import { openFolder } from "../templates-folder/read-templates.js";
import { refuseAmbiguous } from "../templates-folder/refuse-ambiguous.js";
import { Workspace } from "../templates-folder/workspace.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { DEFAULT_FOLDER, FOLDER_OPTIONS } from "./templates-options.js";

const OPTIONS = {
  force: { type: "boolean", help: "give up changes in files that the workspace does not have" },
  ...FOLDER_OPTIONS,
} as const satisfies OptionTable;

/** `irs templates pull`. */
export const pullCommand: Command = {
  name: "pull",
  summary: "write the workspace's templates into the folder",
  synopsis: "[TEMPLATE...] [options]",
  options: OPTIONS,
  notes: `A template is named by its file, its name or its id; without one all are pulled. A file is only written over if the
workspace has what it holds, in this version or an earlier one; otherwise nothing at all is written, unless by --force.
Templates that the workspace no longer has stay in the folder.

Examples
  irs templates pull
  irs templates pull "Open Graph card" --force`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, OPTIONS);
    const folder = await openFolder(options.folder ?? DEFAULT_FOLDER, terminal.folder);
    const workspace = new Workspace(await connect(options, terminal));
    const { baseUrl } = workspace.client;
    const summaries = await workspace.listTemplates(folder.entries);
    const matches = matchTemplates(folder.entries, summaries, baseUrl);
    refuseAmbiguous(folder, folder.entries, matches, "Nothing was written.");
    const gone = folder.entries.filter((entry) => !matches.summaryOf.has(entry));
    const chosen = chooseTemplates(summaries, matches, operands);
    const plan = await planPull(folder, workspace, matches, { chosen, force: options.force });
    if (plan.refusals.length > 0) throw new FaultsError(plan.refusals, "Nothing was written.");
    for (const step of plan.steps) await carryOut(step, folder, baseUrl, terminal);
    if (plan.steps.length > 0) await folder.save();
    for (const { file } of operands.length === 0 ? gone : []) {
      await write(terminal.err, `${printable(folder.nameOf(file))} is not in the workspace; it is left as it is.\n`);
    }
    return EXIT.ok;
  },
};

/** In the folder's order, then the others by name. @throws UsageError for a template that is not there */
function chooseTemplates(
  summaries: readonly TemplateSummary[],
  { summaryOf, others }: Matches,
  operands: readonly string[],
): readonly TemplateSummary[] {
  const known = [...summaryOf.values()];
  const all = [...known, ...[...others].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))];
  if (operands.length === 0) return all;
  const fileOf = new Map([...summaryOf].map(([{ file }, { id }]) => [id, file]));
  const chosen = new Set<string>();
  for (const operand of operands) {
    const file = operand.split(/[/\\]/).at(-1);
    const meant = summaries.filter(
      ({ id, name }) => id === operand.toLowerCase() || name === operand || fileOf.get(id) === file,
    );
    if (meant.length === 0) throw new UsageError(`The workspace has no template ${operand}, by file, name or id.`);
    for (const { id } of meant) chosen.add(id);
  }
  return all.filter(({ id }) => chosen.has(id));
}

async function carryOut(step: PullStep, folder: TemplatesFolder, baseUrl: string, { out }: Terminal): Promise<void> {
  const { remote, file, entry, does } = step;
  if (does !== "nothing") await folder.write(file, remote.document);
  const pulled = pulledEntry(step, baseUrl);
  if (entry === undefined) folder.entries.push(pulled);
  else folder.entries[folder.entries.indexOf(entry)] = pulled;
  const verb = { write: "written", overwrite: "updated", nothing: "unchanged" }[does];
  const text = paint(out, does === "nothing" ? "quiet" : "success", `${verb}, version ${remote.version}`);
  const changes = (["name", "description", "project"] as const)
    .filter((part) => entry !== undefined && entry[part] !== pulled[part])
    .map((part) => `; ${part} was ${shown(entry?.[part])}, is ${shown(pulled[part])}`);
  await write(out, `${printable(folder.nameOf(file))}  ${text}${changes.join("")}\n`);
}

function shown(text: string | undefined): string {
  return text === undefined ? "not given" : printable(JSON.stringify(text));
}
