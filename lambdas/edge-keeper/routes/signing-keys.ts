/** POST /api/v1/signing/rotate and /signing/revoke */
import { revokeSigningKey } from "../../../core/signing/revoke-signing-key.js";
import { rotateSigningKey } from "../../../core/signing/rotate-signing-key.js";
import type { EdgeKeyStore, KeyRingSecret } from "../../../core/signing/signing-ports.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export interface SigningKeyRoutesDependencies {
  readonly signingKeys: KeyRingSecret;
  readonly edgeKeys: EdgeKeyStore;
  readonly now: () => number;
}

export function signingKeyRoutes(dependencies: SigningKeyRoutesDependencies) {
  return {
    rotateSigningKey: rotateRoute(dependencies),
    revokeSigningKey: revokeRoute(dependencies),
  } satisfies RouteHandlers;
}

function rotateRoute({
  signingKeys: secret,
  edgeKeys: edge,
  now,
}: SigningKeyRoutesDependencies): RouteHandler<"rotateSigningKey"> {
  return async ({ caller, respond, log }) => {
    const { keyId, signsFromMs } = await rotateSigningKey({ secret, edge, now });
    log.info("A rotation of the signing keys has started.", { signingKeyId: keyId, byKeyId: caller.keyId });
    return respond(200, { keyId, signsFrom: new Date(signsFromMs).toISOString() });
  };
}

function revokeRoute({
  signingKeys: secret,
  edgeKeys: edge,
  now,
}: SigningKeyRoutesDependencies): RouteHandler<"revokeSigningKey"> {
  return async ({ caller, body, respond, log }) => {
    await revokeSigningKey({ secret, edge, now }, body.keyId);
    log.info("A signing key was revoked.", { signingKeyId: body.keyId, byKeyId: caller.keyId });
    return respond(204);
  };
}
