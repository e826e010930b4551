/** POST /api/v1/templates/{id}/preview and POST /api/v1/templates/preview, and the routes of this function */
import { Readable } from "node:stream";
import type { BeginBeforeSlot } from "../../../core/access/concurrency-limit.js";
import { FORMATS } from "@image-render/engine/formats";
import { type Preview, PREVIEW_WARNINGS_HEADER, type PreviewBody } from "../../../core/contract/templates-api.js";
import {
  type PreviewContext,
  previewDocument,
  type PreviewPicture,
  previewTemplate,
} from "../../../core/previews/make-preview.js";
import type { ThumbnailDependencies } from "../../../core/previews/open-thumbnail.js";
import { previewBody } from "../../../core/previews/preview-body.js";
import { warningsHeader } from "../../../core/previews/warnings-header.js";
import { StageTimes } from "../../../core/shared/stage-times.js";
import { header, type HttpEvent } from "../../shared/http-event.js";
import { preferredType } from "../../shared/preferred-type.js";
import { type HttpResponse, jsonResponse } from "../../shared/http-response.js";
import type { HttpRequest, RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";
import { thumbnailRoute } from "./thumbnails.js";

const JSON_TYPE = "application/json";

interface Dependencies extends Omit<ThumbnailDependencies, "log"> {
  /** Limits the number of concurrent previews of a workspace. A preview is checked while its slot is taken. */
  readonly beginBeforeSlot: BeginBeforeSlot;
}

export function previewRoutes(dependencies: Dependencies): RouteHandlersOf<"preview"> {
  return {
    previewTemplate: previewTemplateRoute(dependencies),
    previewDocument: previewDocumentRoute(dependencies),
    getThumbnail: thumbnailRoute(dependencies),
  };
}

function previewTemplateRoute(dependencies: Dependencies): RouteHandler<"previewTemplate"> {
  return (request) =>
    respondWith(dependencies, request, (context) =>
      previewTemplate({ ...dependencies, log: request.log }, context, request.params.id, request.body),
    );
}

function previewDocumentRoute(dependencies: Dependencies): RouteHandler<"previewDocument"> {
  return (request) =>
    respondWith(dependencies, request, (context) =>
      previewDocument({ ...dependencies, log: request.log }, context, request.body),
    );
}

type PreviewRequest = HttpRequest<"previewTemplate"> | HttpRequest<"previewDocument">;

/** Draws a preview in a slot of the workspace. The response says how long each stage took. */
async function respondWith(
  { beginBeforeSlot }: Dependencies,
  { event, caller, baseUrl, body, bodyIssues, log, invocation: { goOnUntil }, elapsedMs }: PreviewRequest,
  draw: (context: PreviewContext) => Promise<PreviewPicture>,
): Promise<HttpResponse> {
  const wantsLayout = prefersJson(event, body);
  const times = new StageTimes(() => performance.now());
  times.add("admission", elapsedMs());
  const context = { caller, baseUrl, bodyIssues, wantsLayout, goOnUntil, measure: times.measure };
  const work = (slot: Promise<void>) => draw({ ...context, slot });
  const preview = await beginBeforeSlot(caller.workspaceId, log, work, goOnUntil);
  const response = responseOf(preview, wantsLayout);
  times.add("total", elapsedMs());
  return { ...response, headers: { ...response.headers, "server-timing": times.header() } };
}

/** Returns whether the caller prefers JSON to a picture. A caller that accepts anything gets a picture. */
function prefersJson(event: HttpEvent, { format }: Pick<Preview, "format">): boolean {
  return preferredType(header(event, "accept"), [FORMATS[format].contentType, JSON_TYPE]) === JSON_TYPE;
}

function responseOf(preview: PreviewPicture, isJson: boolean): HttpResponse {
  return isJson ? layoutResponse(previewBody(preview)) : pictureResponse(preview);
}

/** The body is streamed, and not compressed: most of it is a picture, and an editor waits for it. */
function layoutResponse(body: PreviewBody): HttpResponse {
  const response = jsonResponse(200, body);
  return { ...response, body: Readable.from([response.body]) };
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
