/** The response with a stored file. */
import type { OpenedAsset } from "../../core/renders/open-asset.js";
import type { HttpResponse } from "./http-response.js";

/** @param headers for a response with bytes. A response without bytes gets only the `cache-control` of them. */
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
