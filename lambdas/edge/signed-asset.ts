/** Asset URLs with a valid `sig`: rewrites the request to the name of the stored picture, so that no function runs. */
import { ORIGIN_IDS } from "../../core/deployment/edge-settings.js";
import { BUCKET_PREFIXES } from "../../core/deployment/storage-layout.js";
import { TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";
import { keyEntry } from "../../core/signing/edge-entries.js";
import { findValue, type QueryPair, readPairs } from "../../core/signing/query-pairs.js";
import { assetKeyId, verifyAssetSignature } from "../../core/signing/verify-asset-signature.js";
import {
  bucketFirst,
  type Edge,
  type EdgeRequest,
  type EdgeResponse,
  PICTURE_FAILOVER_STATUSES,
  readStored,
} from "./edge.js";
import { edgeError } from "./edge-error.js";

const ASSET_PATH = /^(\/api\/v1\/renders\/)([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(\/(?:asset|image))$/;
/** Finds a `sig`, percent-encoded or not, in a query that cannot be decoded as a whole. */
const SIG = /(^|&)(s|%73)(i|%69)(g|%67)(=|&|$)/;

/**
 * Rewrites the request if its signature is valid. A malformed query with a signature is refused: the stream function
 * would accept one of several signatures, and each such URL would have its own cache entry. In every other request,
 * only the ID is changed to lower case. The stream function checks keys and sessions, and returns the errors.
 *
 * @throws when the keys cannot be read.
 */
export async function routeSignedAsset(
  edge: Edge,
  request: EdgeRequest,
  requestId: string,
): Promise<EdgeRequest | EdgeResponse> {
  const path = ASSET_PATH.exec(request.uri);
  if (path === null) return request;
  const jobId = String(path[2]).toLowerCase();
  request.uri = String(path[1]) + jobId + String(path[3]);
  if (request.method !== "GET" && request.method !== "HEAD") return request;
  const query = request.rawQueryString() || "";
  const pairs = readPairs(query);
  if (typeof pairs === "string") return SIG.test(query) ? edgeError(requestId, "UNAUTHORIZED", pairs) : request;
  await rewrite(edge, request, jobId, pairs);
  return request;
}

async function rewrite(edge: Edge, request: EdgeRequest, jobId: string, pairs: readonly QueryPair[]): Promise<void> {
  const sig = findValue(pairs, "sig") || "";
  const keyId = assetKeyId(sig);
  if (keyId === undefined) return;
  const assetKey = await readStored(edge, keyEntry("asset", keyId));
  if (assetKey === undefined) return;
  const format = verifyAssetSignature(edge.crypto, assetKey, jobId, sig);
  if (format === undefined) return;

  const name = jobId + "." + format;
  const download = findValue(pairs, "download") === "1";
  const headers = request.headers;
  headers[TRUSTED_HEADERS.target] = { value: request.uri + "?sig=" + sig + (download ? "&download=1" : "") };
  // The signature alone gives access. Without the caller's credentials, one cached copy serves everyone.
  delete headers["authorization"];
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the runtime's headers are a plain object
  delete headers[TRUSTED_HEADERS.authorization];
  request.cookies = {};
  request.uri = "/" + BUCKET_PREFIXES.pictures + name;
  request.querystring = {};
  if (download) {
    const disposition = encodeURIComponent('attachment; filename="' + name + '"');
    request.querystring["response-content-disposition"] = { value: disposition };
  }
  // For HEAD of an archived picture, S3 responds as if the picture were available. The stream function returns 410.
  if (request.method === "HEAD") edge.cloudFront.selectRequestOriginById(ORIGIN_IDS.stream);
  else bucketFirst(edge, ORIGIN_IDS.stream, PICTURE_FAILOVER_STATUSES);
}
