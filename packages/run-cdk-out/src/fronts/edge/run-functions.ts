/** Runs the functions of a behaviour on a request and on its answer. */
import { functionArnAt } from "./behaviors.js";
import { type CacheBehavior } from "./distribution-config.js";
import { type EdgeAnswer, edgeError } from "./edge-answer.js";
import { type EdgeCore } from "./edge-core.js";
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
import { type ViewerRequest } from "./message.js";
import { type Viewer } from "./origin-request.js";

/** Where a request goes on to after its function: an origin, or straight back. */
export type RequestOutcome =
  { readonly request: ViewerRequest; readonly choice: OriginChoice | undefined } | { readonly answer: EdgeAnswer };

/** Runs the viewer-request function, if there is one. A function that fails makes the answer. */
export async function runRequestFunction(
  edge: EdgeCore,
  arn: string | undefined,
  request: ViewerRequest,
  viewer: Viewer,
): Promise<RequestOutcome> {
  const run = arn === undefined ? undefined : edge.functions.get(arn);
  if (run === undefined) return { request, choice: undefined };
  try {
    const { returned, origin } = await run.run(createRequestEvent(request, contextOf(edge, viewer, "viewer-request")));
    const result = readRequestResult(request, returned);
    if ("request" in result) return { request: result.request, choice: origin };
    return { answer: generatedAnswer(result.response) };
  } catch (error) {
    return { answer: functionFailure(edge, request, error) };
  }
}

/** Runs the viewer-response function, if there is one. CloudFront runs none on a status of 400 or more. */
export async function runResponseFunction(
  edge: EdgeCore,
  behavior: CacheBehavior,
  request: ViewerRequest,
  answer: EdgeAnswer,
  viewer: Viewer,
): Promise<EdgeAnswer> {
  const arn = functionArnAt(behavior, "viewer-response");
  const run = arn === undefined ? undefined : edge.functions.get(arn);
  if (run === undefined || answer.status >= 400) return answer;
  try {
    const seen = { statusCode: answer.status, headers: answer.headers };
    const event = createResponseEvent(request, seen, contextOf(edge, viewer, "viewer-response"));
    const changed = readResponseResult(answer.headers, (await run.run(event)).returned);
    const head = { status: changed.statusCode, statusText: changed.statusDescription, headers: changed.headers };
    if (changed.body === undefined) return { ...answer, ...head };
    discard(answer);
    changed.headers.set("content-length", [String(changed.body.length)]);
    return { ...head, body: changed.body, cacheResult: answer.cacheResult };
  } catch (error) {
    discard(answer);
    return functionFailure(edge, request, error);
  }
}

function generatedAnswer({ statusCode, statusDescription, headers, body }: FunctionResponse): EdgeAnswer {
  headers.set("content-length", [String(body?.length ?? 0)]);
  return {
    status: statusCode,
    statusText: statusDescription,
    headers,
    body,
    cacheResult: "FunctionGeneratedResponse",
  };
}

function functionFailure(edge: EdgeCore, request: ViewerRequest, error: unknown): EdgeAnswer {
  if (!(error instanceof EdgeFunctionError) && !(error instanceof FunctionValidationError)) throw error;
  edge.stats.functionErrors += 1;
  edge.onLine(`${request.method} ${request.uri}: ${error.message}`);
  return error instanceof EdgeFunctionError
    ? edgeError(503, "The CloudFront function failed.", "FunctionExecutionError")
    : edgeError(502, "The CloudFront function returned an invalid value.", "FunctionValidationError");
}

function discard({ body }: EdgeAnswer): void {
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
