/**
 * The edge function. It runs at viewer request on every behavior. It sets the headers that the origins trust, refuses
 * signed images without a valid signature, and sends signed requests to the bucket first.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, not in Node: no `for…of`, no destructuring, no classes, no Node
 * modules. `await` is allowed only where a variable is set or a value is returned. The same applies to every file that
 * it imports.
 */
import { CREATE_PATH } from "../../core/contract/create-path.js";
import { type EdgeSettings, ORIGIN_IDS } from "../../core/deployment/edge-settings.js";
import { MAX_BODY_BYTES } from "../../core/contract/limits.js";
import { SIGNED_IMAGE_API_PATHS, SIGNED_IMAGE_PATH } from "../../core/contract/signed-image-path.js";
import { DELIVERED_PREFIXES } from "../../core/deployment/storage-layout.js";
import { TRUSTED_HEADER_PREFIX, TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";
import type { Edge, EdgeEvent, EdgeRequest, EdgeResponse } from "./edge.js";
import { edgeError } from "./edge-error.js";
import { refuseWithoutKey } from "./mcp.js";
import { routeSignedAsset } from "./signed-asset.js";
import { routeSignedImage } from "./signed-image.js";
import { routeSite, siteKeyOf } from "./site.js";

export async function viewerRequest(event: EdgeEvent, edge: Edge): Promise<EdgeRequest | EdgeResponse> {
  const request = event.request;
  const requestId = event.context.requestId;
  setTrustedHeaders(request, requestId, edge.settings);
  request.headers[TRUSTED_HEADERS.viewerAddress] = { value: event.viewer.ip };

  const length = request.headers["content-length"];
  if (length !== undefined && Number(length.value) > MAX_BODY_BYTES) {
    // The platform refuses bodies over 6 MB with an error of its own before our code runs.
    const message = "A request body can have at most " + String(MAX_BODY_BYTES / 1024 / 1024) + " MB.";
    return edgeError(requestId, "PAYLOAD_TOO_LARGE", message);
  }
  try {
    const outcome = await route(edge, request, requestId);
    return outcome;
  } catch (error) {
    // eslint-disable-next-line no-console -- the only way to write to the runtime's log
    console.log("The signing keys can't be read: " + String(error));
    return edgeError(requestId, "INTERNAL", "The signature could not be checked. You can repeat the request.");
  }
}

async function route(edge: Edge, request: EdgeRequest, requestId: string): Promise<EdgeRequest | EdgeResponse> {
  if (request.uri.indexOf(SIGNED_IMAGE_PATH) === 0 && !SIGNED_IMAGE_API_PATHS.some((path) => path === request.uri)) {
    const outcome = await routeSignedImage(edge, request, requestId);
    return outcome;
  }
  if (isForbiddenPath(request.uri)) {
    return edgeError(requestId, "NOT_FOUND", "There is nothing at this address.");
  }
  const refusal = refuseWithoutKey(edge, request, requestId);
  if (refusal !== undefined) return refusal;
  const siteKey = siteKeyOf(request.uri);
  if (siteKey !== undefined) return routeSite(edge, request, requestId, siteKey);
  // This applies to all methods: render-now knows the route, and refuses other methods as the api function does.
  if (request.uri === CREATE_PATH && request.querystring["wait"] !== undefined) {
    edge.cloudFront.selectRequestOriginById(ORIGIN_IDS.renderNow);
    return request;
  }
  const outcome = await routeSignedAsset(edge, request, requestId);
  return outcome;
}

/**
 * Returns whether viewers must not request this path, because only the edge function may. A viewer who requests a
 * stored picture by its name could get a copy that another viewer's signature put into the cache. Escapes and dots are
 * refused because CloudFront resolves them before it matches behaviors, so they could bypass the checks here.
 */
function isForbiddenPath(uri: string): boolean {
  return DELIVERED_PREFIXES.some((prefix) => uri.indexOf("/" + prefix) === 0) || /%|\/\.\.?(\/|$)/.test(uri);
}

function setTrustedHeaders(request: EdgeRequest, requestId: string, settings: EdgeSettings): void {
  const headers = request.headers;
  Object.keys(headers).forEach((name) => {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the runtime's headers are a plain object
    if (name.indexOf(TRUSTED_HEADER_PREFIX) === 0) delete headers[name];
  });
  const host = headers["host"];
  const viewerOrigin = settings.viewerScheme + "://" + (host === undefined ? "" : host.value);
  headers[TRUSTED_HEADERS.baseUrl] = { value: settings.baseUrl || viewerOrigin };
  if (settings.baseUrl !== undefined) headers[TRUSTED_HEADERS.viewerOrigin] = { value: viewerOrigin };
  headers[TRUSTED_HEADERS.requestId] = { value: requestId };
  // Origin access control overwrites Authorization. The copy reaches every origin.
  const authorization = headers["authorization"];
  if (authorization !== undefined) headers[TRUSTED_HEADERS.authorization] = { value: authorization.value };
}
