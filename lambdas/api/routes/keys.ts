/** GET and POST /api/v1/keys, DELETE /api/v1/keys/{id} */
import { checkRepeatedKey, createKey, type CreateKeyDependencies } from "../../../core/access/create-key.js";
import { listKeys, type ListKeysDependencies } from "../../../core/access/list-keys.js";
import type { MadeKey } from "../../../core/access/make-key.js";
import { presentKey } from "../../../core/access/present-access.js";
import { revokeKey } from "../../../core/access/revoke-key.js";
import { createdKeySchema } from "../../../core/contract/access-api.js";
import { createOnce } from "../../../core/idempotency/create-once.js";
import type { IdempotencyStore } from "../../../core/idempotency/idempotency-record.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

type KeyRoutes = Pick<RouteHandlersOf<"api">, "listKeys" | "createKey" | "revokeKey">;

export interface KeyRoutesDependencies extends CreateKeyDependencies, Pick<ListKeysDependencies, "apiKeys"> {
  readonly keyRing: KeyRing;
  readonly records: IdempotencyStore;
}

export function keyRoutes(dependencies: KeyRoutesDependencies): KeyRoutes {
  return {
    listKeys: listKeysRoute(dependencies),
    createKey: createKeyRoute(dependencies),
    revokeKey: revokeKeyRoute(dependencies),
  };
}

function listKeysRoute(dependencies: KeyRoutesDependencies): RouteHandler<"listKeys"> {
  return async ({ caller, respond }) => {
    const keys = await listKeys(dependencies, caller.workspaceId);
    return respond(200, { keys: keys.map(presentKey) });
  };
}

function createKeyRoute(dependencies: KeyRoutesDependencies): RouteHandler<"createKey"> {
  const { workspaces, keyRing } = dependencies;
  return async ({ event, name, caller, body, respond, log }) => {
    const { body: key, replayed } = await createOnce(dependencies, idempotentRequest(event, caller.workspaceId, name), {
      schema: createdKeySchema,
      secret: { field: "key", ring: keyRing },
      present: ({ entry, text }: MadeKey) => ({ ...presentKey(entry), key: text }),
      create: (recordFor) => createKey(dependencies, caller, body, recordFor),
    });
    if (replayed) await checkRepeatedKey(workspaces, caller, body);
    const facts = { keyId: key.id, scopes: key.scopes, byKeyId: caller.keyId };
    log.info(replayed ? "A new API key was returned again." : "An API key was created.", facts);
    return respond(201, key, { location: `/api/v1/keys/${key.id}`, ...(replayed && REPLAYED) });
  };
}

function revokeKeyRoute({ workspaces }: CreateKeyDependencies): RouteHandler<"revokeKey"> {
  return async ({ caller, params, respond, log }) => {
    await revokeKey(workspaces, caller, params.id);
    log.info("An API key was revoked.", { keyId: params.id, byKeyId: caller.keyId });
    return respond(204);
  };
}
