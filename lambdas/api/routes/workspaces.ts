/** GET and POST /api/v1/workspaces, PATCH /api/v1/workspaces/{id} */
import { createWorkspace, type CreateWorkspaceDependencies } from "../../../core/access/create-workspace.js";
import { presentWorkspace } from "../../../core/access/present-access.js";
import { updateWorkspace } from "../../../core/access/update-workspace.js";
import type { WorkspaceStore } from "../../../core/access/workspace.js";
import type { RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";

export interface WorkspaceRoutesDependencies extends CreateWorkspaceDependencies {
  readonly workspaces: WorkspaceStore;
}

type WorkspaceRoutes = Pick<RouteHandlersOf<"api">, "listWorkspaces" | "createWorkspace" | "updateWorkspace">;

export function workspaceRoutes(dependencies: WorkspaceRoutesDependencies): WorkspaceRoutes {
  return {
    listWorkspaces: listWorkspacesRoute(dependencies),
    createWorkspace: createWorkspaceRoute(dependencies),
    updateWorkspace: updateWorkspaceRoute(dependencies),
  };
}

function listWorkspacesRoute({ workspaces }: WorkspaceRoutesDependencies): RouteHandler<"listWorkspaces"> {
  return async ({ respond }) => respond(200, { workspaces: (await workspaces.list()).map(presentWorkspace) });
}

function createWorkspaceRoute(dependencies: WorkspaceRoutesDependencies): RouteHandler<"createWorkspace"> {
  return async ({ body, respond, log }) => {
    const { workspace, key } = await createWorkspace(dependencies, body);
    log.info("A workspace was created.", { createdWorkspaceId: workspace.id, plan: workspace.plan });
    return respond(201, { ...presentWorkspace(workspace), key }, { location: `/api/v1/workspaces/${workspace.id}` });
  };
}

function updateWorkspaceRoute(dependencies: WorkspaceRoutesDependencies): RouteHandler<"updateWorkspace"> {
  return async ({ params, body, respond, log }) => {
    const workspace = await updateWorkspace(dependencies, params.id, body);
    log.info("A workspace was changed.", { changedWorkspaceId: workspace.id, plan: workspace.plan });
    return respond(200, presentWorkspace(workspace));
  };
}
