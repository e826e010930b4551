/** GET, POST and DELETE /api/v1/session */
import { createSession, type CreateSessionDependencies } from "../../../core/access/create-session.js";
import { endSession } from "../../../core/access/end-session.js";
import type { SessionCookie, SessionStore } from "../../../core/access/session.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { SESSION_MS } from "../../../core/contract/limits.js";
import { SESSION_COOKIES } from "../../../core/contract/session-cookie.js";
import { checkOrigin } from "../../shared/admission.js";
import { header, type HttpEvent, sessionCookies } from "../../shared/http-event.js";
import type { RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";

export interface SessionRoutesDependencies extends CreateSessionDependencies {
  readonly sessions: SessionStore;
}

export function sessionRoutes(
  dependencies: SessionRoutesDependencies,
): Pick<RouteHandlersOf<"api">, "getSession" | "createSession" | "endSession"> {
  return {
    getSession: getSessionRoute,
    createSession: createSessionRoute(dependencies),
    endSession: endSessionRoute(dependencies),
  };
}

const getSessionRoute: RouteHandler<"getSession"> = ({ caller: { workspaceId, scopes, by }, respond }) =>
  Promise.resolve(respond(200, { workspaceId, scopes: [...scopes], by }));

function createSessionRoute(dependencies: SessionRoutesDependencies): RouteHandler<"createSession"> {
  return async ({ event, body, respond }) => {
    checkContentType(event);
    checkOrigin(event);
    const { key, cookie, expiresAtMs } = await createSession(dependencies, body.apiKey);
    const { workspaceId, scopes } = key;
    const response = respond(200, { workspaceId, scopes, expiresAt: new Date(expiresAtMs).toISOString() });
    return { ...response, cookies: [setCookie(cookie, SESSION_MS / 1000)] };
  };
}

function endSessionRoute({ sessions }: SessionRoutesDependencies): RouteHandler<"endSession"> {
  return async ({ event, respond }) => {
    checkOrigin(event);
    await endSession(sessions, ...sessionCookies(event));
    return { ...respond(204), cookies: SESSION_COOKIES.map((name) => setCookie({ name, value: "" }, 0)) };
  };
}

/**
 * A form on a page of another origin can send JSON text, but not with the content type of JSON.
 *
 * @throws ServiceError `BAD_REQUEST`.
 */
function checkContentType(event: HttpEvent): void {
  const [type = ""] = (header(event, "content-type") ?? "").split(";");
  if (type.trim().toLowerCase() === "application/json") return;
  throw new ServiceError("BAD_REQUEST", "The `Content-Type` must be application/json.");
}

/**
 * Scripts cannot read the cookie. It needs TLS, and browsers also send it when the user follows a link from another
 * site.
 */
function setCookie({ name, value }: SessionCookie, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
}
