/** Asset URLs with a valid `sig`: rewrites the request to the name of the stored picture, so that no function runs. */
import { ORIGIN_IDS } from "../../core/contract/edge-settings.js";
import { BUCKET_PREFIXES } from "../../core/contract/storage-layout.js";
import { TRUSTED_HEADERS } from "../../core/contract/trusted-headers.js";
import { keyEntry } from "../../core/signing/edge-entries.js";
import { findValue, readPairs } from "../../core/signing/query-pairs.js";
import { assetKeyId, verifyAssetSignature } from "../../core/signing/verify-asset-signature.js";
import { bucketFirst, type Edge, type EdgeRequest, PICTURE_FAILOVER_STATUSES, readStored } from "./edge.js";

const ASSET_PATH = /^\/api\/v1\/renders\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:asset|image)$/;

/**
 * Rewrites the request if its signature is valid. Every other request stays as it is: the stream function checks keys and
 * sessions, and returns the errors.
 *
 * @throws when the keys cannot be read.
 */
export async function routeSignedAsset(edge: Edge, request: EdgeRequest): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return;
  const path = ASSET_PATH.exec(request.uri);
  const query = request.rawQueryString() || "";
  const pairs = readPairs(query);
  if (path === null || typeof pairs === "string") return;
  const sig = findValue(pairs, "sig") || "";
  const keyId = assetKeyId(sig);
  if (keyId === undefined) return;
  const assetKey = await readStored(edge, keyEntry("asset", keyId));
  if (assetKey === undefined) return;
  const jobId = String(path[1]);
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
