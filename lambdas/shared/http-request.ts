/**
 * The request that a route handler receives: the caller is admitted, and the route's schemas have read body and query.
 */
import type * as z from "zod";
import type { Caller } from "../../core/access/authenticate.js";
import type { Issue } from "@image-render/engine/issues";
import type { RouteMatch } from "./match-route.js";
import type { PathParam, RouteName, RouteNameOf, ROUTES, ServedBy } from "../../core/contract/routes.js";
import type { Invocation } from "../../core/renders/render-inline.js";
import type { HttpEvent } from "./http-event.js";
import type { HttpResponse } from "./http-response.js";
import type { FunctionLog } from "./logger.js";

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];
type OutputOf<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

type Headers = Readonly<Record<string, string>>;

/** The arguments after the status: a body where the route declares a schema for the status, and none elsewhere. */
type ResponseContent<Schema> = Schema extends z.ZodType
  ? [body: z.input<Schema>, headers?: Headers]
  : [body?: undefined, headers?: Headers];

/**
 * Creates a response with a status that the route declares. The body is typed by the schema of that status, and also
 * parsed by it, which removes unknown fields.
 */
export type Respond<N extends RouteName> = <S extends keyof RouteOf<N>["responses"] & number>(
  status: S,
  ...content: ResponseContent<RouteOf<N>["responses"][S]>
) => HttpResponse;

export interface HttpRequest<N extends RouteName = RouteName> extends Omit<RouteMatch, "params"> {
  readonly event: HttpEvent;
  readonly requestId: string;
  /** The base URL that the caller used, for example `https://images.example.com`. */
  readonly baseUrl: string;
  /** The decoded values of the path's `{name}` segments. */
  readonly params: Readonly<Record<PathParam<RouteOf<N>["path"]>, string>>;
  /** The caller. `undefined` on public routes, and where a signature takes the place of a key. */
  readonly caller: RouteOf<N>["access"] extends "key" ? Caller : Caller | undefined;
  /**
   * Rejects if the same request would now be refused. Use it for requests that stay open for a long time: the key can
   * be revoked in the meantime.
   */
  readonly recheckCaller: () => Promise<void>;
  /**
   * Takes more tokens of the caller's rate, for a request that counts as several.
   *
   * @throws ServiceError `RATE_LIMITED`, whose message begins with the reason
   */
  readonly takeTokens: (count: number, reason: string) => Promise<void>;
  readonly body: OutputOf<RouteOf<N>, "body">;
  /**
   * Issues of the route's fields `checkedLater`. The handler reports them together with the issues of its own checks.
   */
  readonly bodyIssues: readonly Issue[];
  readonly query: OutputOf<RouteOf<N>, "query">;
  readonly log: FunctionLog;
  readonly respond: Respond<N>;
  readonly invocation: Invocation;
  /** Returns the milliseconds since the function began with the request. */
  readonly elapsedMs: () => number;
}

export type RouteHandler<N extends RouteName> = (request: HttpRequest<N>) => Promise<HttpResponse>;

/** Handlers of some routes. */
export type RouteHandlers = { readonly [N in RouteName]?: RouteHandler<N> };

/** A handler for each route that a function serves according to the route table. */
export type RouteHandlersOf<F extends ServedBy> = { readonly [N in RouteNameOf<F>]: RouteHandler<N> };
