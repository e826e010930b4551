/** GET and POST /api/v1/workspaces, GET, PATCH and DELETE /api/v1/workspaces/{id} */
import {
  type CreatedWorkspace,
  createWorkspace,
  type CreateWorkspaceDependencies,
} from "../../../core/access/create-workspace.js";
import { deleteWorkspace, type DeleteWorkspaceDependencies } from "../../../core/access/deletion/delete-workspace.js";
import { readWorkspace } from "../../../core/access/find-workspace.js";
import { presentWorkspace } from "../../../core/access/present-access.js";
import { updateWorkspace } from "../../../core/access/update-workspace.js";
import type { WorkspaceStore } from "../../../core/access/workspace.js";
import { createdWorkspaceSchema } from "../../../core/contract/access-api.js";
import { createOnce } from "../../../core/idempotency/create-once.js";
import type { IdempotencyStore } from "../../../core/idempotency/idempotency-record.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface WorkspaceRoutesDependencies extends CreateWorkspaceDependencies, DeleteWorkspaceDependencies {
  readonly workspaces: WorkspaceStore;
  readonly keyRing: KeyRing;
  readonly records: IdempotencyStore;
}

type WorkspaceRoutes = Pick<
  RouteHandlersOf<"api">,
  "listWorkspaces" | "createWorkspace" | "updateWorkspace" | "getWorkspace" | "deleteWorkspace"
>;

export function workspaceRoutes(dependencies: WorkspaceRoutesDependencies): WorkspaceRoutes {
  return {
    listWorkspaces: listWorkspacesRoute(dependencies),
    createWorkspace: createWorkspaceRoute(dependencies),
    updateWorkspace: updateWorkspaceRoute(dependencies),
    getWorkspace: getWorkspaceRoute(dependencies),
    deleteWorkspace: deleteWorkspaceRoute(dependencies),
  };
}

function listWorkspacesRoute({ workspaces }: WorkspaceRoutesDependencies): RouteHandler<"listWorkspaces"> {
  return async ({ respond }) => respond(200, { workspaces: (await workspaces.list()).map(presentWorkspace) });
}

function createWorkspaceRoute(dependencies: WorkspaceRoutesDependencies): RouteHandler<"createWorkspace"> {
  return async ({ event, name, caller, body, respond, log }) => {
    const once = idempotentRequest(event, caller.workspaceId, name);
    const { body: workspace, replayed } = await createOnce(dependencies, once, {
      schema: createdWorkspaceSchema,
      secret: { field: "key", ring: dependencies.keyRing },
      present: ({ workspace: created, key }: CreatedWorkspace) => ({ ...presentWorkspace(created), key }),
      create: (recordFor) => createWorkspace(dependencies, body, recordFor),
    });
    const facts = { createdWorkspaceId: workspace.id, plan: workspace.plan };
    log.info(replayed ? "The first key of a new workspace was returned again." : "A workspace was created.", facts);
    return respond(201, workspace, { location: `/api/v1/workspaces/${workspace.id}`, ...(replayed && REPLAYED) });
  };
}

function updateWorkspaceRoute(dependencies: WorkspaceRoutesDependencies): RouteHandler<"updateWorkspace"> {
  return async ({ params, body, respond, log }) => {
    const workspace = await updateWorkspace(dependencies, params.id, body);
    log.info("A workspace was changed.", { changedWorkspaceId: workspace.id, plan: workspace.plan });
    return respond(200, presentWorkspace(workspace));
  };
}

function getWorkspaceRoute({ workspaces }: WorkspaceRoutesDependencies): RouteHandler<"getWorkspace"> {
  return async ({ params, respond }) => respond(200, presentWorkspace(await readWorkspace(workspaces, params.id)));
}

function deleteWorkspaceRoute(dependencies: WorkspaceRoutesDependencies): RouteHandler<"deleteWorkspace"> {
  return async ({ params, caller, requestId, respond, log }) => {
    const workspace = await deleteWorkspace(dependencies, caller, params.id, { log, requestId });
    log.info("The deletion of a workspace was requested.", { deletedWorkspaceId: workspace.id });
    return respond(202, presentWorkspace(workspace), { location: `/api/v1/workspaces/${workspace.id}` });
  };
}
