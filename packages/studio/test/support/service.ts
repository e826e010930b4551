/** Stands in for the service: it answers the requests of the page as a test says, and remembers them. */
import { standIn } from "./stand-ins.js";

/** A request that arrived. */
export interface SentRequest {
  readonly method: string;
  /** For example `/templates?q=card`. */
  readonly path: string;
  /** The body, if it is JSON. */
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

/** Returns the response of a route: a response, JSON, or the error of a connection. */
type Answer = (request: SentRequest) => unknown;

/** A service that has the routes that a test gives it. */
export interface TestService {
  readonly requests: readonly SentRequest[];
  /** The requests, for example `GET /templates?q=card`. */
  calls(): readonly string[];
  /** Answers a route, such as `GET /templates/{id}`, or replaces an earlier answer. `GET /templates/a` comes first. */
  on(route: string, answer: Answer): void;
  close(): void;
}

/** Opens a service without routes. */
export function openService(): TestService {
  const requests: SentRequest[] = [];
  const routes = new Map<string, Answer>();
  const close = standIn({
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const text = await request.text();
      const sent: SentRequest = {
        method: request.method,
        path: `${url.pathname.replace("/api/v1", "")}${url.search}`,
        body: text.startsWith("{") ? (JSON.parse(text) as unknown) : text,
        headers: request.headers,
        signal: request.signal,
      };
      requests.push(sent);
      const answer = routes.get(exactRoute(sent)) ?? [...routes].find(([route]) => matches(route, sent))?.[1];
      if (answer === undefined) throw new Error(`The test has no answer to ${sent.method} ${sent.path}.`);
      const given = await answer(sent);
      if (given instanceof Error) throw given;
      return given instanceof Response ? given : json(200, given);
    },
  });
  return {
    requests,
    calls: () => requests.map(({ method, path }) => `${method} ${path}`),
    on: (route, answer) => void routes.set(route, answer),
    close,
  };
}

const exactRoute = ({ method, path }: SentRequest): string => `${method} ${path.replace(/\?.*/, "")}`;

function matches(route: string, sent: SentRequest): boolean {
  const pattern = route.replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(exactRoute(sent));
}

/** A response with JSON. */
export function json(status: number, body: unknown): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-request-id": "request-1" },
  });
}

/** The response to a request that failed. */
export function failure(status: number, code: string, details?: unknown): Response {
  return json(status, { error: `The request failed with ${code}.`, code, details });
}

/** A response without a body. */
export const nothing = (): Response => new Response(null, { status: 204 });
