import { type CreateTemplate, type TemplateBody, type TemplateSummary } from "../../core/contract/templates-api.js";
import { differencesOf, localState, ownDescription, type Part, remoteState, type TemplateState } from "./compare.js";
import { type LocalTemplate } from "./read-templates.js";
import { type RemoteTemplate, type Workspace } from "./workspace.js";

/** What a push did, or would do when it is only tried. */
export interface PushResult {
  readonly did: "created" | "updated" | "unchanged";
  /** The parts that differed. */
  readonly parts: readonly Part[];
  /** The highest version, after a push that was not only tried. */
  readonly version: number;
  readonly id?: string;
  readonly warnings: NonNullable<TemplateBody["warnings"]>;
}

/**
 * Creates a template, or changes what differs in it.
 * @param summary the template that it already is in the workspace, if any
 * @throws ApiError, of status 412 when somebody else changed the template meanwhile
 */
export async function pushTemplate(
  workspace: Workspace,
  local: LocalTemplate,
  summary: TemplateSummary | undefined,
  { dryRun }: { readonly dryRun: boolean },
): Promise<PushResult> {
  const wanted = localState(local.entry, local.document);
  if (summary === undefined) {
    if (dryRun) return { did: "created", parts: [], version: 1, warnings: [] };
    const { body } = await workspace.client.call("createTemplate", { body: await creationOf(workspace, wanted) });
    return { did: "created", parts: [], version: body.version, id: body.id, warnings: body.warnings ?? [] };
  }
  const remote = await workspace.getTemplate(summary.id);
  const parts = differencesOf(wanted, remoteState(remote.body));
  const { id, version } = remote.body;
  if (parts.length === 0) return { did: "unchanged", parts, version, id, warnings: [] };
  if (dryRun)
    return { did: "updated", parts, version: version + (parts.includes("document") ? 1 : 0), id, warnings: [] };
  const body = await update(workspace, remote, wanted, parts);
  return { did: "updated", parts, version: body.version, id, warnings: body.warnings ?? [] };
}

async function creationOf(workspace: Workspace, wanted: TemplateState): Promise<CreateTemplate> {
  const { name, description, project, document } = wanted;
  return {
    name,
    document,
    ...(description !== ownDescription(document) && { description }),
    ...(project !== "" && { projectId: await workspace.needProject(project) }),
  };
}

async function update(
  workspace: Workspace,
  { body, etag }: RemoteTemplate,
  wanted: TemplateState,
  parts: readonly Part[],
): Promise<TemplateBody> {
  const { name, description, project, document } = wanted;
  const answer = await workspace.client.call("updateTemplate", {
    params: { id: body.id },
    ifMatch: etag,
    body: {
      ...(parts.includes("name") && { name }),
      ...(parts.includes("description") && { description }),
      ...(parts.includes("project") && { projectId: project === "" ? null : await workspace.needProject(project) }),
      ...(parts.includes("document") && { document }),
    },
  });
  return answer.body;
}
