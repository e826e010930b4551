/** /api/v1/projects */
import { type ProjectBody, projectSchema } from "../../../core/contract/templates-api.js";
import { createOnce } from "../../../core/idempotency/create-once.js";
import type { IdempotencyStore } from "../../../core/idempotency/idempotency-record.js";
import { createProject, type CreateProjectDependencies } from "../../../core/templates/create-project.js";
import { defaultProjectOf } from "../../../core/templates/default-project.js";
import { type ListedProject, listProjects } from "../../../core/templates/list-projects.js";
import { type ProjectRecord, requireProject } from "../../../core/templates/project.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface ProjectRoutesDependencies extends CreateProjectDependencies {
  readonly records: IdempotencyStore;
}

export function projectRoutes(deps: ProjectRoutesDependencies) {
  return {
    listProjects: listProjectsRoute(deps),
    createProject: createProjectRoute(deps),
    getProject: getProjectRoute(deps),
  } satisfies RouteHandlers;
}

function listProjectsRoute({ projects }: CreateProjectDependencies): RouteHandler<"listProjects"> {
  return async ({ caller, respond }) => {
    const found = await listProjects(projects, caller.workspaceId);
    return respond(200, { projects: found.map(presentProject) });
  };
}

function createProjectRoute(deps: ProjectRoutesDependencies): RouteHandler<"createProject"> {
  return async ({ event, name, caller: { workspaceId }, body, respond }) => {
    const { body: project, replayed } = await createOnce(deps, idempotentRequest(event, workspaceId, name), {
      schema: projectSchema,
      present: (created: ProjectRecord) => presentProject({ ...created, isDefault: false }),
      create: (recordFor) => createProject(deps, workspaceId, body.name, recordFor),
    });
    return respond(201, project, { location: `/api/v1/projects/${project.id}`, ...(replayed && REPLAYED) });
  };
}

function getProjectRoute({ projects }: CreateProjectDependencies): RouteHandler<"getProject"> {
  return async ({ caller: { workspaceId }, params, respond }) => {
    const project: ListedProject = {
      ...(await requireProject(projects, workspaceId, params.id.toLowerCase())),
      isDefault: params.id.toLowerCase() === defaultProjectOf(workspaceId).id,
    };
    return respond(200, presentProject(project));
  };
}

function presentProject({ id, name, createdAtMs, isDefault }: ListedProject): ProjectBody {
  return {
    id,
    name,
    ...(createdAtMs !== undefined && { createdAt: new Date(createdAtMs).toISOString() }),
    isDefault,
  };
}
