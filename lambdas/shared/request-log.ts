/**
 * Logs one line for each request to an HTTP function, with the viewer's address. The access log of the HTTP API cannot
 * contain that address: for the API, CloudFront is the caller, and an access log contains no request headers (API
 * Gateway developer guide, "Customize HTTP API access logs").
 */
import type { MiddlewareObj } from "@middy/core";
import { ERROR_CATALOGUE, type ErrorCode, type Refusal } from "../../core/contract/errors.js";
import { REQUEST } from "../../core/deployment/log-events.js";
import { TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";
import { header, type HttpEvent, requestIdOf, targetOf } from "./http-event.js";
import type { HttpResponse } from "./http-response.js";
import type { FunctionLog } from "./logger.js";

/** Facts that become known while a request is handled. */
export interface RequestFacts {
  /** The pattern of the path, never the path itself: it can contain values that only the caller may know. */
  readonly route?: string;
  readonly workspaceId?: string | undefined;
  readonly code?: ErrorCode;
}

const factsOf = new WeakMap<HttpEvent, RequestFacts>();

/** Adds facts to the line of the request. */
export function noteFacts(event: HttpEvent, facts: RequestFacts): void {
  factsOf.set(event, { ...factsOf.get(event), ...facts });
}

/** Logs the response, including the response to an error. */
export function requestLog(log: Pick<FunctionLog, "info">): MiddlewareObj<HttpEvent, HttpResponse> {
  const write = ({
    event,
    response,
  }: {
    readonly event: HttpEvent;
    readonly response: HttpResponse | null | undefined;
  }) => {
    const { route = event.routeKey, workspaceId, code } = factsOf.get(event) ?? {};
    log.info("Request", {
      event: REQUEST,
      requestId: requestIdOf(event),
      // The request ID of the access log.
      gatewayRequestId: event.requestContext.requestId,
      viewerAddress: header(event, TRUSTED_HEADERS.viewerAddress),
      route,
      status: response?.statusCode,
      workspaceId,
      code,
      refusal: refusalOf(code),
      ...subjectOf(response?.headers["location"] ?? targetOf(event).path),
    });
  };
  return { after: write, onError: write };
}

function refusalOf(code: ErrorCode | undefined): Refusal | undefined {
  return code === undefined ? undefined : ERROR_CATALOGUE[code].refusal;
}

const SUBJECT = /^\/api\/v1\/renders\/(batches\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i;

/** Returns the job or the batch that a path names. Nothing else of the path is logged. */
function subjectOf(path: string): { readonly jobId?: string; readonly batchId?: string } {
  const [, batches, id] = SUBJECT.exec(path) ?? [];
  if (id === undefined) return {};
  return batches === undefined ? { jobId: id.toLowerCase() } : { batchId: id.toLowerCase() };
}
