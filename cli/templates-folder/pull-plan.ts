/** Decides what a pull would do with each template, before it does anything. */
import { type TemplateBody, type TemplateSummary } from "../../core/contract/templates-api.js";
import { type Finding } from "../finding.js";
import { ownDescription } from "./compare.js";
import { isSameDocument } from "./document.js";
import { fileNameFor } from "./file-name.js";
import { folderFinding, type TemplatesFolder } from "./folder.js";
import { type Entry } from "./manifest.js";
import { type Matches } from "./match-templates.js";
import { type RemoteTemplate, type Workspace } from "./workspace.js";

/** A template to write into the folder. */
export interface PullStep {
  readonly remote: TemplateBody;
  readonly file: string;
  /** The manifest's entry so far; none for a template that is new to the folder. */
  readonly entry: Entry | undefined;
  readonly does: "write" | "overwrite" | "nothing";
}

export interface PullPlan {
  readonly steps: readonly PullStep[];
  /** Files that hold what the workspace never had; with them a pull writes nothing. */
  readonly refusals: readonly Finding[];
}

/** Reads both sides of every chosen template. With `force` a file's own changes are given up. */
export async function planPull(
  folder: TemplatesFolder,
  workspace: Workspace,
  matches: Matches,
  { chosen, force }: { readonly chosen: readonly TemplateSummary[]; readonly force: boolean },
): Promise<PullPlan> {
  const entryById = new Map([...matches.summaryOf].map(([entry, { id }]) => [id, entry]));
  const steps: PullStep[] = [];
  const refusals: Finding[] = [];
  const taken = new Set(folder.entries.map(({ file }) => file.toLowerCase()));
  for (const summary of chosen) {
    const entry = entryById.get(summary.id);
    const file = entry?.file ?? fileNameFor(summary.name, (name) => taken.has(name));
    taken.add(file.toLowerCase());
    const remote = await workspace.getTemplate(summary.id);
    const does = await decide(folder, workspace, file, remote, force);
    if (typeof does === "string") steps.push({ remote: remote.body, file, entry, does });
    else refusals.push(does);
  }
  return { steps, refusals };
}

/** The entry of a template that was pulled: as the workspace has it now, other services' ids kept. */
export function pulledEntry({ remote, file, entry }: PullStep, baseUrl: string): Entry {
  const { name, description = "", projectName, document, id } = remote;
  return {
    file,
    name,
    ...(description !== ownDescription(document) && { description }),
    ...(projectName !== undefined && { project: projectName }),
    ids: { ...entry?.ids, [baseUrl]: id },
  };
}

/** A file may be written over if nothing of it is lost: the workspace has it, or had it in an earlier version. */
async function decide(
  folder: TemplatesFolder,
  workspace: Workspace,
  file: string,
  remote: RemoteTemplate,
  force: boolean,
): Promise<PullStep["does"] | Finding> {
  const local = await folder.readUnchecked(file);
  if ("faults" in local) {
    if (local.isMissing) return "write";
    if (force) return "overwrite";
    return folderFinding(folder, file, "It cannot be read as a document; mend it, or give it up by --force.");
  }
  const { document } = local;
  if (isSameDocument(document, remote.body.document)) return "nothing";
  if (force || (await workspace.hasEarlierVersion(remote, document))) return "overwrite";
  return lossFinding(folder, file, remote.body);
}

function lossFinding(folder: TemplatesFolder, file: string, { name, version }: TemplateBody): Finding {
  const what = `It has changes that no version of ${JSON.stringify(name)} has (${version} is the highest).`;
  return folderFinding(folder, file, `${what} Push them, or give them up by --force.`);
}
