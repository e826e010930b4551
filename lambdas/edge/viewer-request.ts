/**
 * The edge function, at viewer request on every behaviour. It decides which headers the origins may trust, lets only
 * validly signed images past, and sends signed requests to the bucket before any function.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, not in Node: no `for…of`, no destructuring, no classes, no modules of
 * Node's; `await` only where a variable is set or a value returned. What it imports must hold to that too.
 */
import { MAX_BODY_BYTES } from "../../core/contract/limits.js";
import { SIGNED_IMAGE_API_PATHS, SIGNED_IMAGE_PATH } from "../../core/contract/signed-image-path.js";
import type { Edge, EdgeEvent, EdgeRequest, EdgeResponse } from "./edge.js";
import { edgeError } from "./edge-error.js";
import { openSignedAsset } from "./signed-asset.js";
import { signedImageGate } from "./signed-image-gate.js";

/** Headers of this kind mean something to the origins; a viewer's own never get there. */
const TRUSTED_PREFIX = "x-irs-";

export async function viewerRequest(event: EdgeEvent, edge: Edge): Promise<EdgeRequest | EdgeResponse> {
  const request = event.request;
  const requestId = event.context.requestId;
  setTrustedHeaders(request, requestId, edge.settings.viewerScheme);

  const length = request.headers["content-length"];
  if (length !== undefined && Number(length.value) > MAX_BODY_BYTES) {
    // Beyond 6 MB the platform's own error would reach the caller before any code of ours.
    const message = "A request body holds at most " + String(MAX_BODY_BYTES / 1024 / 1024) + " MB.";
    return edgeError(requestId, "PAYLOAD_TOO_LARGE", message);
  }
  try {
    const outcome = await passGates(edge, request, requestId);
    return outcome;
  } catch (error) {
    // eslint-disable-next-line no-console -- the runtime's only way into its log
    console.log("The signing keys can't be read: " + String(error));
    return edgeError(requestId, "INTERNAL", "The signature could not be checked; the request may be repeated.");
  }
}

async function passGates(edge: Edge, request: EdgeRequest, requestId: string): Promise<EdgeRequest | EdgeResponse> {
  if (request.uri.indexOf(SIGNED_IMAGE_PATH) === 0 && !SIGNED_IMAGE_API_PATHS.some((path) => path === request.uri)) {
    const outcome = await signedImageGate(edge, request, requestId);
    return outcome;
  }
  // The names of stored pictures are the edge's own: asked for directly, they could hit copies that others' signatures
  // made. And behaviours match paths with escapes and dots resolved, so such a spelling could go around the gates below.
  if (/^\/(img|renders)\/|%|\/\.\.?(\/|$)/.test(request.uri)) {
    return edgeError(requestId, "NOT_FOUND", "There is nothing at this address.");
  }
  await openSignedAsset(edge, request);
  return request;
}

function setTrustedHeaders(request: EdgeRequest, requestId: string, viewerScheme: string): void {
  const headers = request.headers;
  Object.keys(headers).forEach((name) => {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the runtime's headers are a plain object
    if (name.indexOf(TRUSTED_PREFIX) === 0) delete headers[name];
  });
  const host = headers["host"];
  headers["x-irs-base-url"] = { value: viewerScheme + "://" + (host === undefined ? "" : host.value) };
  headers["x-irs-request-id"] = { value: requestId };
  // Origin access control overwrites Authorization; the copy reaches every origin.
  const authorization = headers["authorization"];
  if (authorization !== undefined) headers["x-irs-authorization"] = { value: authorization.value };
}
