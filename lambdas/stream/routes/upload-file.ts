/** GET and HEAD /api/v1/uploads/{id}/file */
import { openUploadFile, type OpenUploadFileDependencies } from "../../../core/uploads/open-upload-file.js";
import { header } from "../../shared/http-event.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { storedResponse } from "../../shared/stored-response.js";

/**
 * Browsers show the file on the service's own origin, to which they send the session cookie. An SVG file must therefore not
 * run scripts or load anything.
 */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function uploadFileRoute(
  dependencies: Omit<OpenUploadFileDependencies, "log">,
): RouteHandler<"getUploadFile" | "headUploadFile"> {
  return async ({ event, params, caller, route, log }) => {
    const { opened, disposition } = await openUploadFile({ ...dependencies, log }, caller.workspaceId, params.id, {
      headOnly: route.method === "HEAD",
      range: header(event, "range"),
      ifNoneMatch: header(event, "if-none-match"),
    });
    return storedResponse(opened, {
      "content-disposition": disposition,
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "cache-control": "private, no-cache",
    });
  };
}
