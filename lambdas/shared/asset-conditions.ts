/** Reads the parts of a request that select the bytes of a stored file. */
import type { Method } from "../../core/contract/routes.js";
import type { AssetConditions } from "../../core/shared/asset-store.js";
import { header, type HttpEvent } from "./http-event.js";

export function assetConditions(event: HttpEvent, method: Method): AssetConditions {
  return {
    headOnly: method === "HEAD",
    range: header(event, "range"),
    ifRange: header(event, "if-range"),
    ifNoneMatch: header(event, "if-none-match"),
  };
}
