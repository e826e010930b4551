/** GET and HEAD /api/v1/uploads/{id}/file */
import { PRIVATE_CACHE_CONTROL } from "../../../core/contract/caching.js";
import { openUploadFile, type OpenUploadFileDependencies } from "../../../core/uploads/open-upload-file.js";
import { assetConditions } from "../../shared/asset-conditions.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { storedResponse } from "../../shared/stored-response.js";

/**
 * Browsers show the file on the service's own origin, to which they send the session cookie. An SVG file must therefore
 * not run scripts or load anything.
 */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function uploadFileRoute(
  dependencies: Omit<OpenUploadFileDependencies, "log">,
): RouteHandler<"getUploadFile" | "headUploadFile"> {
  return async ({ event, params, caller, route, log }) => {
    const conditions = assetConditions(event, route.method);
    const { opened, disposition } = await openUploadFile(
      { ...dependencies, log },
      caller.workspaceId,
      params.id,
      conditions,
    );
    return storedResponse(opened, {
      "content-disposition": disposition,
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "cache-control": PRIVATE_CACHE_CONTROL,
    });
  };
}
