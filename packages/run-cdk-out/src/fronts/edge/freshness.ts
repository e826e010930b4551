/** How long responses stay in the cache (Developer Guide, "Manage how long content stays in the cache"). */
import type { CachePolicyConfig, CustomErrorResponse } from "./distribution-config.js";
import { type HeaderMap, headerText } from "./message.js";

/** How long an error is cached by default, in seconds. */
const DEFAULT_ERROR_SECONDS = 10;

/** Errors that are always cached … */
const ALWAYS_CACHED_ERRORS = new Set([404, 410, 414, 500, 501, 502, 503, 504]);

/** … of these, the errors for which the origin can forbid caching … */
const FORBIDDABLE_ERRORS = new Set([404, 410, 414, 501]);

/** … and errors that are cached only if the response says for how long. */
const CONDITIONALLY_CACHED_ERRORS = new Set([400, 403, 405, 412, 415]);

/** Returns the directives of a Cache-Control header, in lower case. A directive without a value has the value "". */
export function readCacheControl(headers: HeaderMap): ReadonlyMap<string, string> {
  const directives = (headerText(headers, "cache-control") ?? "").split(",").map((part) => part.trim().toLowerCase());
  return new Map(
    directives
      .filter((directive) => directive !== "")
      .map((directive) => {
        const [name = "", value = ""] = directive.split("=", 2);
        return [name, value.replaceAll('"', "")];
      }),
  );
}

/** Returns how long a response is cached, in seconds; 0 if it is not cached. */
export function timeToLive(
  status: number,
  headers: HeaderMap,
  policy: CachePolicyConfig,
  errors: readonly CustomErrorResponse[],
): number {
  if (status >= 400) return errorTimeToLive(status, headers, errors);
  if (status < 200 || status === 206 || status === 304 || policy.MaxTTL <= 0) return 0;
  const { MinTTL, DefaultTTL, MaxTTL } = policy;
  if (forbidsCaching(headers)) return MinTTL;
  return Math.min(Math.max(ageLimit(headers) ?? DefaultTTL, MinTTL), MaxTTL);
}

/** Returns the minimum time for which an error is cached, in seconds. */
export function errorCachingSeconds(status: number, errors: readonly CustomErrorResponse[]): number {
  const configured = errors.find(({ ErrorCode }) => ErrorCode === status);
  return configured?.ErrorCachingMinTTL ?? DEFAULT_ERROR_SECONDS;
}

function errorTimeToLive(status: number, headers: HeaderMap, errors: readonly CustomErrorResponse[]): number {
  const given = ageLimit(headers);
  const minimum = errorCachingSeconds(status, errors);
  if (ALWAYS_CACHED_ERRORS.has(status)) {
    return FORBIDDABLE_ERRORS.has(status) && forbidsCaching(headers) ? 0 : Math.max(minimum, given ?? 0);
  }
  return CONDITIONALLY_CACHED_ERRORS.has(status) && given !== undefined ? Math.max(minimum, given) : 0;
}

function forbidsCaching(headers: HeaderMap): boolean {
  const directives = readCacheControl(headers);
  return ["no-store", "no-cache", "private"].some((directive) => directives.has(directive));
}

/**
 * Returns the time that the origin allows for shared caches, in seconds: `s-maxage`, `max-age` or `Expires`, in this
 * order.
 */
function ageLimit(headers: HeaderMap): number | undefined {
  const directives = readCacheControl(headers);
  for (const directive of ["s-maxage", "max-age"]) {
    const value = directives.get(directive);
    if (value !== undefined && /^\d+$/.test(value)) return Number(value);
  }
  const expires = Date.parse(headerText(headers, "expires") ?? "");
  if (Number.isNaN(expires)) return undefined;
  const date = Date.parse(headerText(headers, "date") ?? "");
  return Math.max(0, Math.round((expires - (Number.isNaN(date) ? Date.now() : date)) / 1_000));
}
