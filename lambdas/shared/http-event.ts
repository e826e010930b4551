/** Reads the events of HTTP functions. The HTTP API and function URLs send the same payload format 2.0. */
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { SessionCookie } from "../../core/access/session.js";
import { ServiceError } from "../../core/contract/errors.js";
import { SESSION_COOKIES } from "../../core/contract/session-cookie.js";
import { TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";

export type HttpEvent = APIGatewayProxyEventV2;

/** Returns a header's value. Names are lower-case in the event. */
export function header(event: HttpEvent, name: string): string | undefined {
  return event.headers[name];
}

/**
 * Returns when the request reached the edge or, without the edge, the function URL, in epoch milliseconds. CloudFront
 * can hold a request back until it knows that it cannot use the response to another one, and a function can start
 * slowly. The result is never later than `nowMs`, because the clocks of two machines differ by some milliseconds.
 */
export function arrivedAtMs(event: HttpEvent, nowMs: number): number {
  const times = [Number(header(event, TRUSTED_HEADERS.since) ?? Number.NaN), event.requestContext.timeEpoch];
  return Math.min(nowMs, ...times.filter(Number.isFinite));
}

/**
 * Returns the path and query that the caller sent. The edge rewrites signed requests and passes the original on in a
 * header.
 */
export function targetOf(event: HttpEvent): { readonly path: string; readonly query: string } {
  const target = header(event, TRUSTED_HEADERS.target);
  if (target === undefined) return { path: event.rawPath, query: event.rawQueryString };
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * A scheme, a host name or address, and a port. No job can store anything else, because the job's URLs start with it.
 */
const BASE_URL = /^https?:\/\/(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Returns the base URL that the caller used, for example `https://images.example.com`. It is empty without the edge.
 *
 * @throws ServiceError `BAD_REQUEST` if the `Host` header is not a host
 */
export function baseUrlOf(event: HttpEvent): string {
  const baseUrl = header(event, TRUSTED_HEADERS.baseUrl);
  if (baseUrl === undefined || (BASE_URL.test(baseUrl) && URL.canParse(baseUrl))) return baseUrl ?? "";
  throw new ServiceError("BAD_REQUEST", "The `Host` header is not a host name with an optional port.");
}

/** Returns the edge's ID of the request, which CloudFront logs too. */
export function requestIdOf(event: HttpEvent): string {
  return header(event, TRUSTED_HEADERS.requestId) ?? event.requestContext.requestId;
}

/** Returns a query parameter from the raw query. The parsed query of the event joins repeated values with commas. */
export function query(event: HttpEvent, name: string): string | undefined {
  return new URLSearchParams(targetOf(event).query).get(name) ?? undefined;
}

/** Returns the caller's `Authorization` header, as the edge copied it. */
export function bearer(event: HttpEvent): string | undefined {
  return header(event, TRUSTED_HEADERS.authorization);
}

/** Returns the session cookies in order of precedence. A name that occurs more than once is left out. */
export function sessionCookies(event: HttpEvent): SessionCookie[] {
  const pairs = (event.cookies ?? []).flatMap((line) => line.split(";")).map((pair) => pair.trim());
  return SESSION_COOKIES.flatMap((name) => {
    const [value, ...more] = pairs
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1));
    return value === undefined || more.length > 0 ? [] : [{ name, value }];
  });
}
