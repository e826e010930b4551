/** /api/v1/projects */
import type { ProjectBody } from "../../../core/contract/templates-api.js";
import { createProject, type CreateProjectDependencies } from "../../../core/templates/create-project.js";
import { defaultProjectOf } from "../../../core/templates/default-project.js";
import { type ListedProject, listProjects } from "../../../core/templates/list-projects.js";
import { requireProject } from "../../../core/templates/project.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export function projectRoutes(deps: CreateProjectDependencies) {
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

function createProjectRoute(deps: CreateProjectDependencies): RouteHandler<"createProject"> {
  return async ({ caller, body, respond }) => {
    const project = await createProject(deps, caller.workspaceId, body.name);
    return respond(201, presentProject({ ...project, isDefault: false }), {
      location: `/api/v1/projects/${project.id}`,
    });
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
