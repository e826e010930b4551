/** Decides what a pull does with each template before it changes a file. */
import { DEFAULT_PROJECT_NAME, type TemplateBody, type TemplateSummary } from "../../core/contract/templates-api.js";
import type { LocatedIssue } from "../located-issue.js";
import { ownDescription } from "./compare.js";
import { isSameDocument } from "./document.js";
import { fileNameFor } from "./file-name.js";
import { folderIssue, type TemplatesFolder } from "./folder.js";
import { asPushed } from "./local-uploads.js";
import type { Entry } from "./manifest.js";
import type { Matches } from "./match-templates.js";
import type { RemoteTemplate, Workspace } from "./workspace.js";

/** A template to pull. */
export interface PullStep {
  readonly remote: TemplateBody;
  readonly file: string;
  /** The current entry in the manifest. Undefined if the template is new in the folder. */
  readonly entry: Entry | undefined;
  readonly action: "write" | "overwrite" | "keep";
}

export interface PullPlan {
  readonly steps: readonly PullStep[];
  /** The issues of files with changes that the workspace never had. If there are any, the pull writes nothing. */
  readonly refusals: readonly LocatedIssue[];
}

/** Compares the chosen templates with their files. With `force`, the pull can overwrite changes in files. */
export async function planPull(
  folder: TemplatesFolder,
  workspace: Workspace,
  matches: Matches,
  { chosen, force }: { readonly chosen: readonly TemplateSummary[]; readonly force: boolean },
): Promise<PullPlan> {
  const entryById = new Map([...matches.summaryOf].map(([entry, { id }]) => [id, entry]));
  const steps: PullStep[] = [];
  const refusals: LocatedIssue[] = [];
  const taken = new Set(folder.entries.map(({ file }) => file.toLowerCase()));
  for (const summary of chosen) {
    const entry = entryById.get(summary.id);
    const file = entry?.file ?? fileNameFor(summary.name, (name) => taken.has(name));
    taken.add(file.toLowerCase());
    const remote = await workspace.getTemplate(summary.id);
    const action = await chooseAction(folder, workspace, file, remote, force);
    if (typeof action === "string") steps.push({ remote: remote.body, file, entry, action });
    else refusals.push(action);
  }
  return { steps, refusals };
}

/** Returns the manifest's entry after a pull. It has the workspace's values, and keeps the IDs for other services. */
export function pulledEntry({ remote, file, entry }: PullStep, baseUrl: string): Entry {
  const { name, description, projectName, document, id } = remote;
  return {
    file,
    name,
    ...(description !== ownDescription(document) && { description }),
    ...(projectName !== DEFAULT_PROJECT_NAME && { project: projectName }),
    ids: { ...entry?.ids, [baseUrl]: id },
  };
}

/** Without `force`, overwrites a file only if the current or an earlier version in the workspace equals it. */
async function chooseAction(
  folder: TemplatesFolder,
  workspace: Workspace,
  file: string,
  remote: RemoteTemplate,
  force: boolean,
): Promise<PullStep["action"] | LocatedIssue> {
  const local = await folder.readUnchecked(file);
  if ("issues" in local) {
    if (local.isMissing) return "write";
    if (force) return "overwrite";
    return folderIssue(folder, file, "The file is not a template document. Fix it, or overwrite it with --force.");
  }
  const document = await asPushed(folder, local.document, workspace.client.baseUrl);
  if (isSameDocument(document, remote.body.document)) return "keep";
  if (force || (await workspace.hasEarlierVersion(remote, document))) return "overwrite";
  return lossIssue(folder, file, remote.body);
}

function lossIssue(folder: TemplatesFolder, file: string, { name, version }: TemplateBody): LocatedIssue {
  const what = `The file has changes that no version of ${JSON.stringify(name)} has. The latest is version ${version}.`;
  return folderIssue(folder, file, `${what} Push the changes, or overwrite them with --force.`);
}
