import type { CreateTemplate, TemplateDocument } from "@image-render/client";
import {
  DEFAULT_PROJECT_NAME,
  type TemplateBody,
  templateBodySchema,
  type TemplateSummary,
} from "../../core/contract/templates-api.js";
import { differencesOf, localState, ownDescription, type Part, remoteState, type TemplateState } from "./compare.js";
import type { Document } from "./document.js";
import type { LocalTemplate } from "./read-templates.js";
import type { RemoteTemplate, Workspace } from "./workspace.js";

/** The result of a push, or of a dry run. */
export interface PushResult {
  readonly outcome: "created" | "updated" | "unchanged";
  /** The parts that differed. */
  readonly parts: readonly Part[];
  /** The latest version after the push. In a dry run, this is a prediction. */
  readonly version: number;
  readonly id?: string;
  readonly warnings: NonNullable<TemplateBody["warnings"]>;
}

/**
 * Creates a template, or updates the parts that differ.
 * @param summary the template in the workspace, if there is one
 * @throws ApiError, with the status 412 if the template changed in the workspace at the same time
 */
export async function pushTemplate(
  workspace: Workspace,
  local: LocalTemplate,
  summary: TemplateSummary | undefined,
  { dryRun }: { readonly dryRun: boolean },
): Promise<PushResult> {
  const wanted = localState(local.entry, local.document);
  if (summary === undefined) {
    if (dryRun) return { outcome: "created", parts: [], version: 1, warnings: [] };
    const request = await creationOf(workspace, wanted);
    const body = await workspace.client.read(templateBodySchema, (irs) => irs.templates.create(request));
    return { outcome: "created", parts: [], version: body.version, id: body.id, warnings: body.warnings ?? [] };
  }
  const remote = await workspace.getTemplate(summary.id);
  const parts = differencesOf(wanted, remoteState(remote.body));
  const { id, version } = remote.body;
  if (parts.length === 0) return { outcome: "unchanged", parts, version, id, warnings: [] };
  if (dryRun)
    return { outcome: "updated", parts, version: version + (parts.includes("document") ? 1 : 0), id, warnings: [] };
  const body = await update(workspace, remote, wanted, parts);
  return { outcome: "updated", parts, version: body.version, id, warnings: body.warnings ?? [] };
}

async function creationOf(workspace: Workspace, wanted: TemplateState): Promise<CreateTemplate> {
  const { name, description, project, document } = wanted;
  return {
    name,
    document: forClient(document),
    ...(description !== ownDescription(document) && { description }),
    ...(project !== DEFAULT_PROJECT_NAME && { projectId: await workspace.ensureProject(project) }),
  };
}

async function update(
  workspace: Workspace,
  { body, etag }: RemoteTemplate,
  wanted: TemplateState,
  parts: readonly Part[],
): Promise<TemplateBody> {
  const { name, description, project, document } = wanted;
  const changes = {
    ...(parts.includes("name") && { name }),
    ...(parts.includes("description") && { description }),
    ...(parts.includes("project") && { projectId: await workspace.ensureProject(project) }),
    ...(parts.includes("document") && { document: forClient(document) }),
  };
  return await workspace.client.read(templateBodySchema, (irs) =>
    irs.templates.update(body.id, changes, { ifMatch: etag }),
  );
}

/** Types a document for the client. The service checks it. */
const forClient = (document: Document): TemplateDocument => document as unknown as TemplateDocument;
