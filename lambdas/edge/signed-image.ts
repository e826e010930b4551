/** `/api/v1/img/{template}`: verifies the signature and rewrites the request to the name of the stored picture. */
import { ORIGIN_IDS } from "../../core/deployment/edge-settings.js";
import { PREFLIGHT_SECONDS } from "../../core/deployment/preflight.js";
import { SIGNED_IMAGE_PATH } from "../../core/contract/signed-image-path.js";
import { TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";
import { generationEntry, keyEntry } from "../../core/signing/edge-entries.js";
import {
  canonicalQuery,
  isImageSignatureValid,
  readSignedImage,
  type SignedImage,
} from "../../core/signing/image-signature.js";
import { signedPictureKey } from "../../core/signing/picture-identity.js";
import {
  bucketFirst,
  type Edge,
  type EdgeRequest,
  type EdgeResponse,
  PICTURE_FAILOVER_STATUSES,
  readStored,
} from "./edge.js";
import { edgeError, refuseOtherMethods } from "./edge-error.js";

/** @throws when the keys cannot be read. */
export async function routeSignedImage(
  edge: Edge,
  request: EdgeRequest,
  requestId: string,
): Promise<EdgeRequest | EdgeResponse> {
  if (request.method === "OPTIONS") return preflight(requestId);
  const otherMethod = refuseOtherMethods(requestId, request.method);
  if (otherMethod !== undefined) return otherMethod;
  const image = readSignedImage(request.uri.slice(SIGNED_IMAGE_PATH.length), request.rawQueryString() || "");
  if (typeof image === "string") return edgeError(requestId, "UNAUTHORIZED", image);
  const refusal = await refusalOf(edge, image);
  if (refusal !== undefined) return edgeError(requestId, "UNAUTHORIZED", refusal);

  const target = SIGNED_IMAGE_PATH + image.templateId + "?" + canonicalQuery(image);
  request.headers[TRUSTED_HEADERS.target] = { value: target };
  request.headers[TRUSTED_HEADERS.since] = { value: String(Date.now()) };
  request.uri = "/" + signedPictureKey(edge.crypto, image);
  request.querystring = {};
  bucketFirst(edge, ORIGIN_IDS.image, PICTURE_FAILOVER_STATUSES);
  return request;
}

/** Returns the response to OPTIONS. CloudFront adds the other CORS headers, which pictures also have. */
function preflight(requestId: string): EdgeResponse {
  return {
    statusCode: 204,
    statusDescription: "No Content",
    headers: {
      allow: { value: "GET, HEAD" },
      "access-control-allow-origin": { value: "*" },
      "access-control-allow-methods": { value: "GET, HEAD" },
      "access-control-allow-headers": { value: "range, if-none-match" },
      "access-control-max-age": { value: String(PREFLIGHT_SECONDS) },
      "cache-control": { value: "no-store" },
      "x-request-id": { value: requestId },
    },
  };
}

/** Resolves to the reason for refusing the signature, or to `undefined` if it is valid. */
async function refusalOf(edge: Edge, image: SignedImage): Promise<string | undefined> {
  const imageKey = await readStored(edge, keyEntry("img", image.keyId));
  if (imageKey === undefined || !isImageSignatureValid(edge.crypto, imageKey, image)) {
    return "The signature is not valid for this image.";
  }
  const lowest = await readStored(edge, generationEntry(image.templateId));
  if (lowest !== undefined && image.generation < Number(lowest)) return "The signature was revoked.";
  const expires = image.expiresAtSeconds;
  return expires !== undefined && Date.now() >= expires * 1000 ? "The URL has expired." : undefined;
}
