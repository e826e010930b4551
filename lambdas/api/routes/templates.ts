/** /api/v1/templates, without previews */
import { createTemplate, type AuthoringDependencies } from "../../../core/templates/create-template.js";
import { deleteTemplate } from "../../../core/templates/delete-template.js";
import { listTemplates } from "../../../core/templates/list-templates.js";
import { listVersions } from "../../../core/templates/list-versions.js";
import { loadTemplate } from "../../../core/templates/load-template.js";
import { presentTemplate, presentTemplateSummary } from "../../../core/templates/present-template.js";
import { projectOf, type ProjectStore } from "../../../core/templates/project.js";
import { requireTemplate } from "../../../core/templates/require-template.js";
import { templateEtag } from "../../../core/templates/template-etag.js";
import { updateTemplate } from "../../../core/templates/update-template.js";
import { layerSchemaOf } from "../../../core/contract/template/layer-schema.js";
import { PRIVATE_CACHE_CONTROL } from "../../../core/contract/caching.js";
import { etagOf, isCurrent } from "../../shared/conditional.js";
import { header } from "../../shared/http-event.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export interface TemplateRouteDependencies extends AuthoringDependencies {
  readonly projects: ProjectStore;
}

export function templateRoutes(deps: TemplateRouteDependencies) {
  return {
    listTemplates: listTemplatesRoute(deps),
    createTemplate: createTemplateRoute(deps),
    getTemplate: getTemplateRoute(deps),
    updateTemplate: updateTemplateRoute(deps),
    deleteTemplate: deleteTemplateRoute(deps),
    listVersions: listVersionsRoute(deps),
    getSchema: getSchemaRoute(deps),
  } satisfies RouteHandlers;
}

function listTemplatesRoute(deps: TemplateRouteDependencies): RouteHandler<"listTemplates"> {
  return async ({ caller, query, respond }) => {
    const { templates, hasMore } = await listTemplates(deps, caller.workspaceId, query);
    const { limit, offset } = query;
    const summaries = templates.map((template) => presentTemplateSummary(template, template.project));
    return respond(200, { templates: summaries, limit, offset, hasMore });
  };
}

function createTemplateRoute(deps: TemplateRouteDependencies): RouteHandler<"createTemplate"> {
  return async ({ caller, body, respond }) => {
    const created = await createTemplate(deps, caller.workspaceId, body);
    const location = `/api/v1/templates/${created.head.id}`;
    return respond(201, presentTemplate(created, created.project), { etag: templateEtag(created.head), location });
  };
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

function listVersionsRoute({ templates }: TemplateRouteDependencies): RouteHandler<"listVersions"> {
  return async ({ caller, params, respond }) => {
    const versions = await listVersions(templates, caller.workspaceId, params.id);
    return respond(200, {
      versions: versions.map(({ version, createdAtMs, bytes }) => ({
        version,
        createdAt: new Date(createdAtMs).toISOString(),
        bytes,
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
