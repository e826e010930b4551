/** /api/v1/projects */
import type { ProjectBody } from "../../../core/contract/templates-api.js";
import { createProject, type CreateProjectDependencies } from "../../../core/templates/create-project.js";
import { listProjects } from "../../../core/templates/list-projects.js";
import type { ProjectRecord } from "../../../core/templates/project.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export function projectRoutes(deps: CreateProjectDependencies) {
  return {
    listProjects: listProjectsRoute(deps),
    createProject: createProjectRoute(deps),
  } satisfies RouteHandlers;
}

function listProjectsRoute({ projects }: CreateProjectDependencies): RouteHandler<"listProjects"> {
  return async ({ caller, respond }) => {
    const found = await listProjects(projects, caller.workspaceId);
    return respond(200, { projects: found.map(presentProject) });
  };
}

function createProjectRoute(deps: CreateProjectDependencies): RouteHandler<"createProject"> {
  return async ({ caller, body, respond }) =>
    respond(201, presentProject(await createProject(deps, caller.workspaceId, body.name)));
}

function presentProject({ id, name, createdAtMs }: ProjectRecord): ProjectBody {
  return { id, name, createdAt: new Date(createdAtMs).toISOString() };
}
