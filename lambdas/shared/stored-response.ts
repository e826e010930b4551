/** Creates the response with a stored file. */
import { LENGTH_HEADER } from "../../core/deployment/trusted-headers.js";
import type { OpenedAsset } from "../../core/shared/asset-store.js";
import type { HttpResponse } from "./http-response.js";

/**
 * Returns the size of a whole picture for the edge, which sends it as `Content-Length`. Use it only for routes whose
 * behavior in CloudFront has the function of viewer-response.ts.
 */
export function lengthHeader(opened: OpenedAsset): Record<string, string> {
  if (opened.kind !== "open" || opened.status !== 200 || opened.bytes === undefined) return {};
  return { [LENGTH_HEADER]: String(opened.bytes) };
}

/**
 * @param headers for a response with bytes. A response without bytes gets only their `cache-control`.
 */
export function storedResponse(
  opened: Exclude<OpenedAsset, { kind: "archived" | "missing" }>,
  headers: Readonly<Record<string, string>> & { readonly "cache-control": string },
): HttpResponse {
  switch (opened.kind) {
    case "not-modified": {
      const etag = opened.etag === undefined ? {} : { etag: opened.etag };
      return { statusCode: 304, headers: { ...etag, "cache-control": headers["cache-control"] }, body: "" };
    }
    case "unsatisfiable-range": {
      const size = opened.bytes === undefined ? {} : { "content-range": `bytes */${opened.bytes}` };
      return { statusCode: 416, headers: { ...size, "cache-control": "no-store" }, body: "" };
    }
    case "open":
      return { statusCode: opened.status, headers: { ...opened.headers, ...headers }, body: opened.body ?? "" };
  }
}
