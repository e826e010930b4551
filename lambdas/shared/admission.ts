/** Decides whether a caller may call a route now: by key or session, by scope, and by rate. */
import type { Authenticate, Caller } from "../../core/access/authenticate.js";
import type { LimitCaller } from "../../core/access/caller-limiter.js";
import type { Admission } from "../../core/access/rate-limiter.js";
import { ServiceError } from "../../core/contract/errors.js";
import type { RateLimitName } from "../../core/contract/rate-limits.js";
import type { Route } from "../../core/contract/routes.js";
import { TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";
import { bearer, header, type HttpEvent, query, sessionCookies } from "./http-event.js";

export interface AdmissionDependencies {
  readonly authenticate: Authenticate;
  readonly limiter: LimitCaller;
}

export interface Admitted {
  readonly caller: Caller | undefined;
  /** `undefined` if the route has no limit, or if the limiter's table failed. */
  readonly admission: Admission | undefined;
}

/** @throws ServiceError as `identify`. A request over its rate does not throw: see `admission.allowed`. */
export async function admit(
  dependencies: AdmissionDependencies | undefined,
  route: Route,
  event: HttpEvent,
): Promise<Admitted> {
  const caller = await identify(dependencies, route, event);
  if (caller === undefined || dependencies === undefined || route.limit === undefined) {
    return { caller, admission: undefined };
  }
  return { caller, admission: await dependencies.limiter(caller, route.limit) };
}

/**
 * Resolves to the caller, or to `undefined` if the route needs none. Long requests repeat this check, because keys can
 * be revoked.
 *
 * @throws ServiceError `UNAUTHORIZED`, `FORBIDDEN`
 */
export async function identify(
  dependencies: AdmissionDependencies | undefined,
  route: Route,
  event: HttpEvent,
): Promise<Caller | undefined> {
  const signed = route.access === "key-or-signature" && query(event, "sig") !== undefined;
  if (route.access === "public" || route.access === "signature" || signed) return undefined;
  if (dependencies === undefined) throw new Error(`The route ${route.path} needs a caller. Pass \`admission\`.`);
  const { authenticate } = dependencies;
  const [session] = sessionCookies(event);
  const caller = await authenticate({ authorization: bearer(event), session });
  if (caller.by === "session") checkOrigin(event);
  const { scopes } = route;
  if (scopes !== undefined && !scopes.some((scope) => caller.scopes.includes(scope))) {
    const holder = caller.by === "session" ? "session" : "API key";
    const message = `The ${holder} lacks the scope ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`;
    throw new ServiceError("FORBIDDEN", message, { details: { scopes } });
  }
  return caller;
}

/**
 * Browsers send cookies with requests from any page. A request that changes something must therefore come from a page
 * of the service's own origin.
 *
 * @throws ServiceError `FORBIDDEN`.
 */
export function checkOrigin(event: HttpEvent): void {
  const { method } = event.requestContext.http;
  if (method === "GET" || method === "HEAD") return;
  const own = header(event, TRUSTED_HEADERS.viewerOrigin) ?? header(event, TRUSTED_HEADERS.baseUrl);
  if (header(event, "origin") === own) return;
  throw new ServiceError(
    "FORBIDDEN",
    "With a session, the `Origin` of a request that changes something must be the service's own.",
  );
}

/** Takes more tokens for a request that was admitted with one. Resolves to `undefined` as in {@link Admitted}. */
export async function admitMore(
  dependencies: AdmissionDependencies | undefined,
  { limit }: Route,
  caller: Caller | undefined,
  count: number,
): Promise<Admission | undefined> {
  if (caller === undefined || dependencies === undefined || limit === undefined) return undefined;
  return await dependencies.limiter(caller, limit, { count, takenBefore: 1 });
}

/**
 * Returns the headers of the IETF draft "RateLimit header fields for HTTP", and Retry-After if the request is refused.
 */
export function rateLimitHeaders(
  limit: RateLimitName,
  { allowed, rate, ...admission }: Admission,
): Record<string, string> {
  const windowSeconds = Math.max(1, Math.round(rate.burst / rate.perSecond));
  return {
    "ratelimit-policy": `"${limit}";q=${rate.burst};w=${windowSeconds}`,
    ratelimit: `"${limit}";r=${admission.remaining};t=${admission.resetSeconds}`,
    ...(!allowed && { "retry-after": String(admission.retryAfterSeconds) }),
  };
}
