/** /api/v1/templates, without previews */
import {
  type AuthoredTemplate,
  type AuthoringDependencies,
  createTemplate,
} from "../../../core/templates/create-template.js";
import { deleteTemplate } from "../../../core/templates/delete-template.js";
import { listTemplates } from "../../../core/templates/list-templates.js";
import { listVersions } from "../../../core/templates/list-versions.js";
import { loadTemplate } from "../../../core/templates/load-template.js";
import {
  presentDeletedTemplate,
  presentTemplate,
  presentTemplateSummary,
  presentVersion,
} from "../../../core/templates/present-template.js";
import { projectOf, type ProjectStore } from "../../../core/templates/project.js";
import { listDeletedTemplates, restoreTemplate } from "../../../core/templates/restore-template.js";
import { requireTemplate } from "../../../core/templates/require-template.js";
import type { TemplateVersion } from "../../../core/templates/template-version.js";
import { templateEtag } from "../../../core/templates/template-etag.js";
import { updateTemplate } from "../../../core/templates/update-template.js";
import { layerSchemaOf } from "../../../core/templates/layer-schema-of.js";
import { PRIVATE_CACHE_CONTROL } from "../../../core/contract/caching.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { templateSummarySchema } from "../../../core/contract/templates-api.js";
import {
  type IdempotencyStore,
  type IdempotentRequest,
  recordOf,
} from "../../../core/idempotency/idempotency-record.js";
import { respondOnce, type RunResult } from "../../../core/idempotency/respond-once.js";
import { etagOf, isCurrent } from "../../shared/conditional.js";
import { header } from "../../shared/http-event.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export interface TemplateRouteDependencies extends AuthoringDependencies {
  readonly projects: ProjectStore;
  readonly records: IdempotencyStore;
}

export function templateRoutes(deps: TemplateRouteDependencies) {
  return {
    listTemplates: listTemplatesRoute(deps),
    createTemplate: createTemplateRoute(deps),
    getTemplate: getTemplateRoute(deps),
    updateTemplate: updateTemplateRoute(deps),
    deleteTemplate: deleteTemplateRoute(deps),
    restoreTemplate: restoreTemplateRoute(deps),
    listVersions: listVersionsRoute(deps),
    getSchema: getSchemaRoute(deps),
  } satisfies RouteHandlers;
}

function listTemplatesRoute(deps: TemplateRouteDependencies): RouteHandler<"listTemplates"> {
  return async ({ caller, query, respond }) => {
    const isDeleted = query.deleted === "true";
    const list = isDeleted ? listDeletedTemplates : listTemplates;
    const { templates, hasMore, total } = await list(deps, caller.workspaceId, query);
    const { limit, offset } = query;
    const present = isDeleted ? presentDeletedTemplate : presentTemplateSummary;
    const summaries = templates.map((template) => present(template, template.project));
    return respond(200, { templates: summaries, limit, offset, hasMore, ...(total !== undefined && { total }) });
  };
}

function createTemplateRoute(deps: TemplateRouteDependencies): RouteHandler<"createTemplate"> {
  return async ({ event, name, caller: { workspaceId }, body, respond }) => {
    const once = idempotentRequest(event, workspaceId, name);
    let version: TemplateVersion | undefined;
    const run = async (): Promise<RunResult> => {
      // The record has no room for a document. It needs none, because the first version never changes.
      const recordFor = (request: IdempotentRequest) => (created: AuthoredTemplate) =>
        recordOf(request, 201, presentTemplateSummary(created.head, created.project), deps.now());
      const created = await createTemplate(deps, workspaceId, body, once && recordFor(once));
      if (created === undefined) return { kind: "recorded" };
      version = created.version;
      return { kind: "completed", status: 201, body: presentTemplateSummary(created.head, created.project) };
    };
    const outcome = await respondOnce(deps.records, once, deps.now(), run);
    const summary = templateSummarySchema.parse(outcome.body);
    version ??= await deps.templates.findVersion(workspaceId, summary.id, 1);
    if (version === undefined) throw firstVersionGone(summary.id);
    const headers = { etag: templateEtag({ revision: 1 }), location: `/api/v1/templates/${summary.id}` };
    return respond(201, presentVersion(summary, version), { ...headers, ...(outcome.replayed && REPLAYED) });
  };
}

/** Returns the error if the first response cannot be repeated: its document was in the version, not in the record. */
function firstVersionGone(template: string): ServiceError {
  const message =
    "The request with this `Idempotency-Key` created a template that was deleted, together with its versions. Nothing was " +
    "created now. To create the template again, use a new key.";
  return new ServiceError("GONE", message, { details: { template, version: 1 } });
}

function getTemplateRoute({ templates, projects }: TemplateRouteDependencies): RouteHandler<"getTemplate"> {
  return async ({ event, caller: { workspaceId }, params, query, respond }) => {
    const stored = await requireTemplate(templates, workspaceId, params.id, query.version ?? "highest");
    const etag = templateEtag(stored.head);
    if (isCurrent(event, etag)) return respond(304, undefined, { etag, "cache-control": PRIVATE_CACHE_CONTROL });
    const project = await projectOf(projects, workspaceId, stored.head.projectId);
    return respond(200, presentTemplate(stored, project), { etag, "cache-control": PRIVATE_CACHE_CONTROL });
  };
}

function updateTemplateRoute(deps: TemplateRouteDependencies): RouteHandler<"updateTemplate"> {
  return async ({ caller, params, body, event, respond }) => {
    const ifMatch = header(event, "if-match");
    const changed = await updateTemplate(deps, caller.workspaceId, params.id, ifMatch, body);
    return respond(200, presentTemplate(changed, changed.project), { etag: templateEtag(changed.head) });
  };
}

function deleteTemplateRoute(deps: TemplateRouteDependencies): RouteHandler<"deleteTemplate"> {
  return async ({ caller, params, respond }) => {
    await deleteTemplate(deps, caller.workspaceId, params.id);
    return respond(204);
  };
}

function restoreTemplateRoute(deps: TemplateRouteDependencies): RouteHandler<"restoreTemplate"> {
  return async ({ caller: { workspaceId }, params, respond }) => {
    const restored = await restoreTemplate(deps, workspaceId, params.id);
    const project = await projectOf(deps.projects, workspaceId, restored.head.projectId);
    return respond(200, presentTemplate(restored, project), { etag: templateEtag(restored.head) });
  };
}

function listVersionsRoute({ templates }: TemplateRouteDependencies): RouteHandler<"listVersions"> {
  return async ({ caller, params, respond }) => {
    const versions = await listVersions(templates, caller.workspaceId, params.id);
    return respond(200, {
      versions: versions.map(({ version, createdAtMs, bytes, note }) => ({
        version,
        createdAt: new Date(createdAtMs).toISOString(),
        bytes,
        ...(note !== undefined && { note }),
      })),
    });
  };
}

function getSchemaRoute({ templates }: TemplateRouteDependencies): RouteHandler<"getSchema"> {
  return async ({ event, caller, params, query, respond }) => {
    const { document, ...template } = await loadTemplate(templates, caller.workspaceId, params.id, query.version);
    const schema = layerSchemaOf(template, document);
    const headers = { etag: etagOf(schema), "cache-control": PRIVATE_CACHE_CONTROL };
    return isCurrent(event, headers.etag) ? respond(304, undefined, headers) : respond(200, schema, headers);
  };
}
