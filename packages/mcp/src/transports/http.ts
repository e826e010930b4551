/** The server over HTTP: stateless, with JSON responses, for the key in each request. */
import { createServer } from "../server/create-server.js";
import { CallError } from "../service/call-error.js";
import { createIdentityCache } from "../service/identity-cache.js";
import type { Identity, RenderService } from "../service/render-service.js";
import { bearerToken, challengeFor, metadataOf, type Protection } from "./challenge.js";
import { createProtocol } from "./protocol.js";

export interface HttpOptions extends Protection {
  /** Calls the service with a key. */
  readonly connect: (apiKey: string) => RenderService;
  /** Origins whose pages may call, besides the service's own. `*` means all. */
  readonly corsOrigins: readonly string[];
  readonly now: () => number;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** Responds to a request. It never rejects. */
export type HttpHandler = (request: Request) => Promise<Response>;

const ALLOWED_METHODS = "POST, OPTIONS";

/** Creates the handler of `/mcp` and of its metadata. */
export function createHttpHandler(options: HttpOptions): HttpHandler {
  const identities = createIdentityCache(options.now);
  const protocol = createProtocol(options.onError);

  async function serve(request: Request): Promise<Response> {
    if (!isAllowedOrigin(request, options)) return refusal(403, "FORBIDDEN", "Pages of this origin may not call.");
    if (request.url === options.metadataUrl) return metadataResponse(options);
    if (request.method === "OPTIONS") return preflight();
    const apiKey = bearerToken(request.headers.get("authorization"));
    if (apiKey === undefined) return unauthorized(options, false);
    if (request.method !== "POST") return methodNotAllowed();
    const service = options.connect(apiKey);
    let identity: Identity;
    try {
      identity = await identities(apiKey, service);
    } catch (error) {
      return notIdentified(error, options);
    }
    return await protocol(request, () => createServer({ service, scopes: identity.scopes, now: options.now }));
  }

  return async (request) => {
    try {
      return withCors(await serve(request), request, options);
    } catch (error) {
      options.onError(error);
      return refusal(500, "INTERNAL", "The server failed. You can repeat the request.");
    }
  };
}

function metadataResponse(options: HttpOptions): Response {
  const metadata = metadataOf(options);
  if (metadata === undefined) return refusal(404, "NOT_FOUND", "There is no authorization server. Use an API key.");
  return Response.json(metadata, { headers: { "cache-control": "public, max-age=3600" } });
}

function unauthorized(options: HttpOptions, isInvalid: boolean): Response {
  const message = isInvalid
    ? "The API key is not valid."
    : "An API key is required. Send it as `Authorization: Bearer <API_KEY>`.";
  const response = refusal(401, "UNAUTHORIZED", message);
  response.headers.set("www-authenticate", challengeFor(options, isInvalid));
  return response;
}

function methodNotAllowed(): Response {
  const response = refusal(405, "METHOD_NOT_ALLOWED", "Send JSON-RPC by POST. The server opens no streams.");
  response.headers.set("allow", ALLOWED_METHODS);
  return response;
}

function notIdentified(error: unknown, options: HttpOptions): Response {
  if (!(error instanceof CallError)) throw error;
  const { status, code = "INTERNAL", retryAfterSeconds } = error.facts;
  if (status === 401) return unauthorized(options, true);
  const response = refusal(status === 429 ? 429 : 503, code, error.message);
  response.headers.set("retry-after", String(retryAfterSeconds ?? 1));
  return response;
}

/** Returns an error in the form of the REST API. */
function refusal(status: number, code: string, message: string): Response {
  return Response.json({ error: message, message, code }, { status, headers: { "cache-control": "no-store" } });
}

/** Requests of programs have no origin. The check stops pages that reach a server under a name of their own. */
function isAllowedOrigin(request: Request, { resourceUrl, corsOrigins }: HttpOptions): boolean {
  const origin = request.headers.get("origin");
  const own = new URL(resourceUrl).origin;
  return origin === null || origin === own || corsOrigins.includes("*") || corsOrigins.includes(origin);
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      allow: ALLOWED_METHODS,
      "access-control-allow-methods": ALLOWED_METHODS,
      "access-control-allow-headers":
        "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id",
      "access-control-max-age": "7200",
    },
  });
}

/** The key is in a header, so no response allows credentials. */
function withCors(response: Response, request: Request, { corsOrigins }: HttpOptions): Response {
  const origin = request.headers.get("origin");
  if (origin === null || corsOrigins.length === 0) return response;
  response.headers.set("access-control-allow-origin", corsOrigins.includes("*") ? "*" : origin);
  response.headers.set("access-control-expose-headers", "www-authenticate, retry-after, x-request-id");
  response.headers.append("vary", "Origin");
  return response;
}
