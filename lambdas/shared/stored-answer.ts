/** The answer that hands on what the bucket holds. */
import type { OpenedAsset } from "../../core/renders/open-asset.js";
import type { HttpAnswer } from "./http-answer.js";

/** `headers` go with the bytes; of an answer without bytes only its `cache-control` matters. */
export function storedAnswer(
  opened: Exclude<OpenedAsset, { kind: "archived" | "missing" }>,
  headers: Readonly<Record<string, string>> & { readonly "cache-control": string },
): HttpAnswer {
  switch (opened.kind) {
    case "not-modified": {
      const etag = opened.etag === undefined ? {} : { etag: opened.etag };
      return { statusCode: 304, headers: { ...etag, "cache-control": headers["cache-control"] }, body: "" };
    }
    case "unsatisfiable-range":
      return { statusCode: 416, headers: { "cache-control": "no-store" }, body: "" };
    case "open":
      return { statusCode: opened.status, headers: { ...opened.headers, ...headers }, body: opened.body ?? "" };
  }
}
