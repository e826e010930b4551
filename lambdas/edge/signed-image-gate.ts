/** `/api/v1/img/{template}`: only a URL with a valid signature gets past, and then under the name of its stored picture. */
import { SIGNED_IMAGE_PATH } from "../../core/contract/signed-image-path.js";
import { generationEntry, keyEntry } from "../../core/signing/edge-entries.js";
import {
  canonicalQuery,
  isImageSignatureValid,
  readSignedImage,
  type SignedImage,
} from "../../core/signing/image-signature.js";
import { signedPictureKey } from "../../core/signing/picture-identity.js";
import { bucketFirst, type Edge, type EdgeRequest, type EdgeResponse, readStored } from "./edge.js";
import { edgeError } from "./edge-error.js";

/** @throws when the keys can't be read. */
export async function signedImageGate(
  edge: Edge,
  request: EdgeRequest,
  requestId: string,
): Promise<EdgeRequest | EdgeResponse> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    const answer = edgeError(requestId, "METHOD_NOT_ALLOWED", "This address answers GET, HEAD.");
    answer.headers["allow"] = { value: "GET, HEAD" };
    return answer;
  }
  const image = readSignedImage(request.uri.slice(SIGNED_IMAGE_PATH.length), request.rawQueryString() || "");
  if (typeof image === "string") return edgeError(requestId, "UNAUTHORIZED", image);
  const fault = await findFault(edge, image);
  if (fault !== undefined) return edgeError(requestId, "UNAUTHORIZED", fault);

  request.headers["x-irs-target"] = { value: SIGNED_IMAGE_PATH + image.templateId + "?" + canonicalQuery(image) };
  request.uri = "/" + signedPictureKey(edge.crypto, image);
  request.querystring = {};
  bucketFirst(edge, edge.settings.origins.image);
  return request;
}

async function findFault(edge: Edge, image: SignedImage): Promise<string | undefined> {
  const imageKey = await readStored(edge, keyEntry("img", image.keyId));
  if (imageKey === undefined || !isImageSignatureValid(edge.crypto, imageKey, image)) {
    return "The signature does not open this image.";
  }
  const lowest = await readStored(edge, generationEntry(image.templateId));
  if (lowest !== undefined && image.generation < Number(lowest)) return "The signature was revoked.";
  const expires = image.expiresAtSeconds;
  return expires !== undefined && Date.now() >= expires * 1000 ? "The URL has expired." : undefined;
}
