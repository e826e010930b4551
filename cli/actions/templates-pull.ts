import type { TemplateSummary } from "../../core/contract/templates-api.js";
import { connect } from "../api/connect.js";
import type { PullOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { IssuesError } from "../located-issue.js";
import type { TemplatesFolder } from "../templates-folder/folder.js";
import { withLocalPaths } from "../templates-folder/local-uploads.js";
import { type Matches, matchTemplates } from "../templates-folder/match-templates.js";
import { planPull, pulledEntry, type PullStep } from "../templates-folder/pull-plan.js";
import { openFolder } from "../templates-folder/read-templates.js";
import { refuseAmbiguous } from "../templates-folder/refuse-ambiguous.js";
import { Workspace } from "../templates-folder/workspace.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** Runs `irs templates pull`. @throws UsageError, IssuesError, ApiError */
export async function pullTemplates(
  terminal: Terminal,
  names: readonly string[],
  options: PullOptions,
): Promise<number> {
  const folder = await openFolder(options.folder, terminal.folder);
  const workspace = new Workspace(await connect(options, terminal));
  const { baseUrl } = workspace.client;
  const summaries = await workspace.listTemplates(folder.entries);
  const matches = matchTemplates(folder.entries, summaries, baseUrl);
  refuseAmbiguous(folder, folder.entries, matches, "Nothing was written.");
  const gone = folder.entries.filter((entry) => !matches.summaryOf.has(entry));
  const chosen = chooseTemplates(summaries, matches, names);
  const plan = await planPull(folder, workspace, matches, { chosen, force: options.force ?? false });
  if (plan.refusals.length > 0) throw new IssuesError(plan.refusals, "Nothing was written.");
  for (const step of plan.steps) await carryOut(step, folder, baseUrl, terminal);
  if (plan.steps.length > 0) await folder.save();
  for (const { file } of names.length === 0 ? gone : []) {
    await write(terminal.err, `${printable(folder.nameOf(file))} is not in the workspace. The file stays unchanged.\n`);
  }
  return EXIT.ok;
}

/**
 * Returns the folder's templates in the folder's order, then the others by name.
 * @throws UsageError for an unknown template
 */
function chooseTemplates(
  summaries: readonly TemplateSummary[],
  { summaryOf, others }: Matches,
  names: readonly string[],
): readonly TemplateSummary[] {
  const known = [...summaryOf.values()];
  const all = [...known, ...[...others].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))];
  if (names.length === 0) return all;
  const fileOf = new Map([...summaryOf].map(([{ file }, { id }]) => [id, file]));
  const chosen = new Set<string>();
  for (const wanted of names) {
    const file = wanted.split(/[/\\]/).at(-1);
    const meant = summaries.filter(
      ({ id, name }) => id === wanted.toLowerCase() || name === wanted || fileOf.get(id) === file,
    );
    if (meant.length === 0) {
      throw new UsageError(`The workspace has no template with the file, name or ID ${wanted}.`);
    }
    for (const { id } of meant) chosen.add(id);
  }
  return all.filter(({ id }) => chosen.has(id));
}

async function carryOut(step: PullStep, folder: TemplatesFolder, baseUrl: string, { out }: Terminal): Promise<void> {
  const { remote, file, entry, action } = step;
  if (action !== "keep") await folder.write(file, await withLocalPaths(folder, remote.document, baseUrl));
  const pulled = pulledEntry(step, baseUrl);
  if (entry === undefined) folder.entries.push(pulled);
  else folder.entries[folder.entries.indexOf(entry)] = pulled;
  const verb = { write: "written", overwrite: "updated", keep: "unchanged" }[action];
  const text = paint(out, action === "keep" ? "quiet" : "success", `${verb}, version ${remote.version}`);
  const changes = (["name", "description", "project"] as const)
    .filter((part) => entry !== undefined && entry[part] !== pulled[part])
    .map((part) => `; ${part} changed from ${shown(entry?.[part])} to ${shown(pulled[part])}`);
  await write(out, `${printable(folder.nameOf(file))}  ${text}${changes.join("")}\n`);
}

function shown(text: string | undefined): string {
  return text === undefined ? "none" : printable(JSON.stringify(text));
}
