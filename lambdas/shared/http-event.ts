/** What the HTTP functions read of an event; HTTP API and function URL send the same payload format 2.0. */
import type { APIGatewayProxyEventV2 } from "aws-lambda";

export type HttpEvent = APIGatewayProxyEventV2;

/** Headers that only the edge may set; it strips a viewer's own. */
export const TRUSTED_HEADERS = {
  originSecret: "x-irs-origin-secret",
  baseUrl: "x-irs-base-url",
  authorization: "x-irs-authorization",
  requestId: "x-irs-request-id",
  target: "x-irs-target",
} as const;

/** A header's value; names are lower-case in the event. */
export function header(event: HttpEvent, name: string): string | undefined {
  return event.headers[name];
}

/** What the caller asked for. The edge gives signed requests the name of a stored object and hands the true target on. */
export function targetOf(event: HttpEvent): { readonly path: string; readonly query: string } {
  const target = header(event, TRUSTED_HEADERS.target);
  if (target === undefined) return { path: event.rawPath, query: event.rawQueryString };
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** A query parameter, read from the raw query: the parsed one joins repeated values by commas. */
export function query(event: HttpEvent, name: string): string | undefined {
  return new URLSearchParams(targetOf(event).query).get(name) ?? undefined;
}

/** The caller's `Authorization`, as the edge copied it. */
export function bearer(event: HttpEvent): string | undefined {
  return header(event, TRUSTED_HEADERS.authorization);
}

export const SESSION_COOKIE = "irs_session";

/** The value of the session cookie; several of the name count as none. */
export function sessionCookie(event: HttpEvent): string | undefined {
  const values = (event.cookies ?? [])
    .flatMap((line) => line.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
