/**
 * Logs one line for each request of the HTTP API, with the viewer's address. The access log of the HTTP API cannot
 * contain that address: for the API, CloudFront is the caller, and an access log contains no request headers (API
 * Gateway developer guide, "Customize HTTP API access logs").
 */
import type { MiddlewareObj } from "@middy/core";
import { TRUSTED_HEADERS } from "../../core/contract/trusted-headers.js";
import { header, type HttpEvent, requestIdOf } from "./http-event.js";
import type { HttpResponse } from "./http-response.js";
import type { FunctionLog } from "./logger.js";

/** Logs the response, including the response to an error. */
export function requestLog(log: Pick<FunctionLog, "info">): MiddlewareObj<HttpEvent, HttpResponse> {
  const write = ({
    event,
    response,
  }: {
    readonly event: HttpEvent;
    readonly response: HttpResponse | null | undefined;
  }) =>
    log.info("Request", {
      requestId: requestIdOf(event),
      // The request ID of the access log.
      gatewayRequestId: event.requestContext.requestId,
      viewerAddress: header(event, TRUSTED_HEADERS.viewerAddress),
      // Do not log the path: it can contain values that only the caller may know.
      route: event.routeKey,
      status: response?.statusCode,
    });
  return { after: write, onError: write };
}
