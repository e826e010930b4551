/** The web pages: rewrites a request to the name of the stored file. */
import { ORIGIN_IDS } from "../../core/deployment/edge-settings.js";
import { DOCS_FOLDER, SITE_FOLDERS, SITE_ROOT_FILES } from "../../core/deployment/site-paths.js";
import { BUCKET_PREFIXES } from "../../core/deployment/storage-layout.js";
import { TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";
import { bucketFirst, type Edge, type EdgeRequest, type EdgeResponse } from "./edge.js";
import { refuseOtherMethods } from "./edge-error.js";

/**
 * Returns the storage key of a path, or `undefined` for paths outside of the site. A path without a file extension is a
 * page.
 */
export function siteKeyOf(uri: string): string | undefined {
  if (uri === "/") return BUCKET_PREFIXES.site + "index.html";
  if (SITE_ROOT_FILES.some((name) => "/" + name === uri)) return BUCKET_PREFIXES.site + uri.slice(1);
  const segments = uri.split("/");
  const folder = SITE_FOLDERS.find((name) => name === segments[1]);
  if (folder === undefined) return undefined;
  const isFile = segments.length > 2 && String(segments[segments.length - 1]).indexOf(".") >= 0;
  if (isFile) return BUCKET_PREFIXES.site + uri.slice(1);
  const page = uri.slice(1).replace(/\/+$/, "");
  return BUCKET_PREFIXES.site + (folder === DOCS_FOLDER && page !== folder ? page + ".html" : folder + "/index.html");
}

/** Routes the request to the bucket. For a file that does not exist, the api function returns the contract's error. */
export function routeSite(
  edge: Edge,
  request: EdgeRequest,
  requestId: string,
  siteKey: string,
): EdgeRequest | EdgeResponse {
  const otherMethod = refuseOtherMethods(requestId, request.method);
  if (otherMethod !== undefined) return otherMethod;
  request.headers[TRUSTED_HEADERS.target] = { value: request.uri };
  request.uri = "/" + siteKey;
  request.querystring = {};
  bucketFirst(edge, ORIGIN_IDS.api, [403, 404]);
  return request;
}
