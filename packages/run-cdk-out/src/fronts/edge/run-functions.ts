/** Runs the functions of a behavior. */
import { functionArnAt } from "./behaviors.js";
import type { CacheBehavior } from "./distribution-config.js";
import { type EdgeResponse, edgeError } from "./edge-response.js";
import type { EdgeCore } from "./edge-core.js";
import {
  type EventContext,
  type FunctionResponse,
  FunctionValidationError,
  createRequestEvent,
  createResponseEvent,
  readRequestResult,
  readResponseResult,
} from "./function-event.js";
import { EdgeFunctionError, type OriginChoice } from "./function-sandbox.js";
import type { ViewerRequest } from "./message.js";
import type { Viewer } from "./origin-request.js";

/** The result of a viewer-request function: the request for the origin, or a response. */
export type RequestOutcome =
  { readonly request: ViewerRequest; readonly choice: OriginChoice | undefined } | { readonly response: EdgeResponse };

/** Runs the viewer-request function, if there is one. If it fails, the outcome is an error response. */
export async function runRequestFunction(
  edge: EdgeCore,
  arn: string | undefined,
  request: ViewerRequest,
  viewer: Viewer,
): Promise<RequestOutcome> {
  const run = arn === undefined ? undefined : edge.functions.get(arn);
  if (run === undefined) return { request, choice: undefined };
  edge.stats.functionRuns += 1;
  try {
    if (edge.functionsFail) throw new EdgeFunctionError("The function fails, because a test demands it.");
    const { returned, origin } = await run.run(createRequestEvent(request, contextOf(edge, viewer, "viewer-request")));
    const result = readRequestResult(request, returned);
    if ("request" in result) return { request: result.request, choice: origin };
    return { response: generatedResponse(result.response) };
  } catch (error) {
    return { response: functionFailure(edge, request, error) };
  }
}

/**
 * Runs the viewer-response function, if there is one. As in CloudFront, it does not run for a status of 400 or more.
 */
export async function runResponseFunction(
  edge: EdgeCore,
  behavior: CacheBehavior,
  request: ViewerRequest,
  response: EdgeResponse,
  viewer: Viewer,
): Promise<EdgeResponse> {
  const arn = functionArnAt(behavior, "viewer-response");
  const run = arn === undefined ? undefined : edge.functions.get(arn);
  if (run === undefined || response.status >= 400) return response;
  edge.stats.functionRuns += 1;
  try {
    const before = { statusCode: response.status, headers: response.headers };
    const event = createResponseEvent(request, before, contextOf(edge, viewer, "viewer-response"));
    const changed = readResponseResult(response.headers, (await run.run(event)).returned);
    const head = { status: changed.statusCode, statusText: changed.statusDescription, headers: changed.headers };
    if (changed.body === undefined) return { ...response, ...head };
    discard(response);
    changed.headers.set("content-length", [String(changed.body.length)]);
    return { ...head, body: changed.body, cacheResult: response.cacheResult };
  } catch (error) {
    discard(response);
    return functionFailure(edge, request, error);
  }
}

function generatedResponse({ statusCode, statusDescription, headers, body }: FunctionResponse): EdgeResponse {
  headers.set("content-length", [String(body?.length ?? 0)]);
  return {
    status: statusCode,
    statusText: statusDescription,
    headers,
    body,
    cacheResult: "FunctionGeneratedResponse",
  };
}

function functionFailure(edge: EdgeCore, request: ViewerRequest, error: unknown): EdgeResponse {
  if (!(error instanceof EdgeFunctionError) && !(error instanceof FunctionValidationError)) throw error;
  edge.stats.functionErrors += 1;
  edge.onLine(`${request.method} ${request.uri}: ${error.message}`);
  return error instanceof EdgeFunctionError
    ? edgeError(503, "The CloudFront function failed.", "FunctionExecutionError")
    : edgeError(502, "The CloudFront function returned an invalid value.", "FunctionValidationError");
}

function discard({ body }: EdgeResponse): void {
  if (body !== undefined && !Buffer.isBuffer(body)) body.on("error", () => undefined).destroy();
}

function contextOf(edge: EdgeCore, viewer: Viewer, eventType: EventContext["eventType"]): EventContext {
  return {
    eventType,
    distributionDomainName: edge.domainName,
    distributionId: edge.distributionId,
    requestId: viewer.requestId,
    viewerIp: viewer.ip,
  };
}
