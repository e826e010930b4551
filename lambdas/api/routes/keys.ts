/** GET and POST /api/v1/keys, DELETE /api/v1/keys/{id} */
import { createKey, type CreateKeyDependencies } from "../../../core/access/create-key.js";
import { findOwnWorkspace } from "../../../core/access/find-workspace.js";
import { presentKey } from "../../../core/access/present-access.js";
import { revokeKey } from "../../../core/access/revoke-key.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

type KeyRoutes = Pick<RouteHandlers, "listKeys" | "createKey" | "revokeKey">;

export function keyRoutes(dependencies: CreateKeyDependencies): KeyRoutes {
  return {
    listKeys: listKeysRoute(dependencies),
    createKey: createKeyRoute(dependencies),
    revokeKey: revokeKeyRoute(dependencies),
  };
}

function listKeysRoute({ workspaces }: CreateKeyDependencies): RouteHandler<"listKeys"> {
  return async ({ caller, reply }) => {
    const { keys } = await findOwnWorkspace(workspaces, caller.workspaceId);
    return reply(200, { keys: keys.map(presentKey) });
  };
}

function createKeyRoute(dependencies: CreateKeyDependencies): RouteHandler<"createKey"> {
  return async ({ caller, body, reply, log }) => {
    const { text, entry } = await createKey(dependencies, caller, body);
    log.info("An API key was made.", { keyId: entry.keyId, scopes: entry.scopes, byKeyId: caller.keyId });
    return reply(201, { ...presentKey(entry), key: text });
  };
}

function revokeKeyRoute({ workspaces }: CreateKeyDependencies): RouteHandler<"revokeKey"> {
  return async ({ caller, params, reply, log }) => {
    const { id = "" } = params;
    await revokeKey(workspaces, caller, id);
    log.info("An API key was revoked.", { keyId: id, byKeyId: caller.keyId });
    return reply(204);
  };
}
