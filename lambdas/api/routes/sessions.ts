/** GET, POST and DELETE /api/v1/session, POST /api/v1/session/links */
import { createSession, type CreateSessionDependencies } from "../../../core/access/create-session.js";
import { createSessionLink } from "../../../core/access/create-session-link.js";
import { endSession } from "../../../core/access/end-session.js";
import { findOwnWorkspace } from "../../../core/access/find-workspace.js";
import { presentCaller } from "../../../core/access/present-access.js";
import type { SessionCookie, SessionStore } from "../../../core/access/session.js";
import type { SessionLinkStore } from "../../../core/access/session-link.js";
import type { WorkspaceStore } from "../../../core/access/workspace.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { SESSION_MS } from "../../../core/contract/limits.js";
import { SESSION_COOKIES } from "../../../core/contract/session-cookie.js";
import { checkOrigin } from "../../shared/admission.js";
import { header, type HttpEvent, sessionCookies } from "../../shared/http-event.js";
import type { RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";

export interface SessionRoutesDependencies extends CreateSessionDependencies {
  readonly sessions: SessionStore;
  readonly links: SessionLinkStore;
  readonly workspaces: Pick<WorkspaceStore, "find">;
}

export function sessionRoutes(
  dependencies: SessionRoutesDependencies,
): Pick<RouteHandlersOf<"api">, "getSession" | "createSession" | "createSessionLink" | "endSession"> {
  return {
    getSession: getSessionRoute(dependencies),
    createSession: createSessionRoute(dependencies),
    createSessionLink: createSessionLinkRoute(dependencies),
    endSession: endSessionRoute(dependencies),
  };
}

function getSessionRoute({ workspaces }: SessionRoutesDependencies): RouteHandler<"getSession"> {
  return async ({ caller, respond }) =>
    respond(200, presentCaller(caller, await findOwnWorkspace(workspaces, caller.workspaceId)));
}

function createSessionRoute(dependencies: SessionRoutesDependencies): RouteHandler<"createSession"> {
  return async ({ event, body, respond, log }) => {
    checkContentType(event);
    checkOrigin(event);
    const { workspaceId, keyId, scopes, by, cookie, expiresAtMs } = await createSession(dependencies, body);
    if (by === "link") log.info("A sign-in link was used.", { workspaceId, scopes, byKeyId: keyId });
    const response = respond(200, { workspaceId, scopes, expiresAt: new Date(expiresAtMs).toISOString() });
    return { ...response, cookies: [setCookie(cookie, SESSION_MS / 1000)] };
  };
}

function createSessionLinkRoute(dependencies: SessionRoutesDependencies): RouteHandler<"createSessionLink"> {
  return async ({ caller, body, baseUrl, respond, log }) => {
    const { url, expiresAtMs } = await createSessionLink(dependencies, caller, body, baseUrl);
    log.info("A sign-in link was created.", { scopes: body.scopes, byKeyId: caller.keyId });
    return respond(200, { url, expiresAt: new Date(expiresAtMs).toISOString() });
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
