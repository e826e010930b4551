/** What the HTTP functions read of an event; HTTP API and function URL send the same payload format 2.0. */
import type { APIGatewayProxyEventV2 } from "aws-lambda";

export type HttpEvent = APIGatewayProxyEventV2;

/** Headers that only the edge may set; it strips a viewer's own. */
export const TRUSTED_HEADERS = {
  originSecret: "x-irs-origin-secret",
  baseUrl: "x-irs-base-url",
  authorization: "x-irs-authorization",
  requestId: "x-irs-request-id",
} as const;

/** A header's value; names are lower-case in the event. */
export function header(event: HttpEvent, name: string): string | undefined {
  return event.headers[name];
}

/** A query parameter, read from the raw query: the parsed one joins repeated values by commas. */
export function query(event: HttpEvent, name: string): string | undefined {
  return new URLSearchParams(event.rawQueryString).get(name) ?? undefined;
}
