/** Asset URLs with a valid `sig`: rewritten to the name of the stored picture, so that no function runs for them. */
import { keyEntry } from "../../core/signing/edge-entries.js";
import { findValue, readPairs } from "../../core/signing/query-pairs.js";
import { assetKeyId, verifyAssetSignature } from "../../core/signing/verify-asset-signature.js";
import { bucketFirst, type Edge, type EdgeRequest, readStored } from "./edge.js";

const ASSET_PATH = /^\/api\/v1\/renders\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:asset|image)$/;

/**
 * Rewrites the request if a signature opens the asset. Any other request stays as it is: the function behind it knows keys
 * and sessions, and words the errors.
 *
 * @throws when the keys can't be read.
 */
export async function openSignedAsset(edge: Edge, request: EdgeRequest): Promise<void> {
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
  headers["x-irs-target"] = { value: request.uri + "?sig=" + sig + (download ? "&download=1" : "") };
  // Who asks no longer matters: one copy serves everybody.
  delete headers["authorization"];
  delete headers["x-irs-authorization"];
  request.cookies = {};
  request.uri = "/renders/" + name;
  request.querystring = {};
  if (download) {
    const disposition = encodeURIComponent('attachment; filename="' + name + '"');
    request.querystring["response-content-disposition"] = { value: disposition };
  }
  // S3 answers the HEAD of an archived picture as if it could be had.
  if (request.method === "HEAD") edge.cloudFront.selectRequestOriginById(edge.settings.origins.stream);
  else bucketFirst(edge, edge.settings.origins.stream);
}
