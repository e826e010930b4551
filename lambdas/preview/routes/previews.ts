/** POST /api/v1/templates/{id}/preview and POST /api/v1/templates/preview, and the routes of this function */
import { Readable } from "node:stream";
import type { RunInSlot } from "../../../core/access/concurrency-limit.js";
import { PREVIEW_WARNINGS_HEADER } from "../../../core/contract/templates-api.js";
import { previewDocument, type PreviewPicture, previewTemplate } from "../../../core/previews/make-preview.js";
import type { ThumbnailDependencies } from "../../../core/previews/open-thumbnail.js";
import { warningsHeader } from "../../../core/previews/warnings-header.js";
import type { HttpResponse } from "../../shared/http-response.js";
import type { RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";
import { thumbnailRoute } from "./thumbnails.js";

interface Dependencies extends Omit<ThumbnailDependencies, "log"> {
  /** Limits the number of concurrent previews of a workspace. */
  readonly runInSlot: RunInSlot;
}

export function previewRoutes(dependencies: Dependencies): RouteHandlersOf<"preview"> {
  return {
    previewTemplate: previewTemplateRoute(dependencies),
    previewDocument: previewDocumentRoute(dependencies),
    getThumbnail: thumbnailRoute(dependencies),
  };
}

function previewTemplateRoute(dependencies: Dependencies): RouteHandler<"previewTemplate"> {
  return async ({ caller, baseUrl, params, body, bodyIssues, log }) =>
    pictureResponse(
      await dependencies.runInSlot(caller.workspaceId, log, () =>
        previewTemplate({ ...dependencies, log }, { caller, baseUrl, bodyIssues }, params.id, body),
      ),
    );
}

function previewDocumentRoute(dependencies: Dependencies): RouteHandler<"previewDocument"> {
  return async ({ caller, baseUrl, body, bodyIssues, log }) =>
    pictureResponse(
      await dependencies.runInSlot(caller.workspaceId, log, () =>
        previewDocument({ ...dependencies, log }, { caller, baseUrl, bodyIssues }, body),
      ),
    );
}

function pictureResponse({ bytes, contentType, warnings }: PreviewPicture): HttpResponse {
  const warningsText = warningsHeader(warnings);
  return {
    statusCode: 200,
    headers: {
      "content-type": contentType,
      "cache-control": "no-store",
      ...(warningsText !== undefined && { [PREVIEW_WARNINGS_HEADER]: warningsText }),
    },
    body: Readable.from([bytes]),
  };
}
