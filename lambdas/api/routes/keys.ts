/** GET and POST /api/v1/keys, DELETE /api/v1/keys/{id} */
import { createKey, type CreateKeyDependencies } from "../../../core/access/create-key.js";
import { findOwnWorkspace } from "../../../core/access/find-workspace.js";
import { presentKey } from "../../../core/access/present-access.js";
import { revokeKey } from "../../../core/access/revoke-key.js";
import type { RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";

type KeyRoutes = Pick<RouteHandlersOf<"api">, "listKeys" | "createKey" | "revokeKey">;

export function keyRoutes(dependencies: CreateKeyDependencies): KeyRoutes {
  return {
    listKeys: listKeysRoute(dependencies),
    createKey: createKeyRoute(dependencies),
    revokeKey: revokeKeyRoute(dependencies),
  };
}

function listKeysRoute({ workspaces }: CreateKeyDependencies): RouteHandler<"listKeys"> {
  return async ({ caller, respond }) => {
    const { keys } = await findOwnWorkspace(workspaces, caller.workspaceId);
    return respond(200, { keys: keys.map(presentKey) });
  };
}

function createKeyRoute(dependencies: CreateKeyDependencies): RouteHandler<"createKey"> {
  return async ({ caller, body, respond, log }) => {
    const { text, entry } = await createKey(dependencies, caller, body);
    log.info("An API key was created.", { keyId: entry.keyId, scopes: entry.scopes, byKeyId: caller.keyId });
    return respond(201, { ...presentKey(entry), key: text }, { location: `/api/v1/keys/${entry.keyId}` });
  };
}

function revokeKeyRoute({ workspaces }: CreateKeyDependencies): RouteHandler<"revokeKey"> {
  return async ({ caller, params, respond, log }) => {
    await revokeKey(workspaces, caller, params.id);
    log.info("An API key was revoked.", { keyId: params.id, byKeyId: caller.keyId });
    return respond(204);
  };
}
