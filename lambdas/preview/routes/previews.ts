/** POST /api/v1/templates/{id}/preview, POST /api/v1/templates/preview */
import { Readable } from "node:stream";
import { PREVIEW_WARNINGS_HEADER } from "../../../core/contract/templates-api.js";
import {
  type PreviewDependencies,
  previewDocument,
  type PreviewPicture,
  previewTemplate,
} from "../../../core/previews/make-preview.js";
import { warningsHeader } from "../../../core/previews/warnings-header.js";
import type { HttpAnswer } from "../../shared/http-answer.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

type Dependencies = Omit<PreviewDependencies, "log">;

export function previewRoutes(dependencies: Dependencies): Pick<RouteHandlers, "previewTemplate" | "previewDocument"> {
  return {
    previewTemplate: previewTemplateRoute(dependencies),
    previewDocument: previewDocumentRoute(dependencies),
  };
}

function previewTemplateRoute(dependencies: Dependencies): RouteHandler<"previewTemplate"> {
  return async ({ caller, params, body, log }) =>
    pictureAnswer(await previewTemplate({ ...dependencies, log }, caller, params.id ?? "", body));
}

function previewDocumentRoute(dependencies: Dependencies): RouteHandler<"previewDocument"> {
  return async ({ caller, body, log }) => pictureAnswer(await previewDocument({ ...dependencies, log }, caller, body));
}

function pictureAnswer({ bytes, contentType, warnings }: PreviewPicture): HttpAnswer {
  const told = warningsHeader(warnings);
  return {
    statusCode: 200,
    headers: {
      "content-type": contentType,
      "cache-control": "no-store",
      ...(told !== undefined && { [PREVIEW_WARNINGS_HEADER]: told }),
    },
    body: Readable.from([bytes]),
  };
}
