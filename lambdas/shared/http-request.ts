/** A request as a route sees it: admitted, its body and query read by the route's schemas. */
import type * as z from "zod";
import type { Caller } from "../../core/access/authenticate.js";
import type { RouteMatch } from "../../core/contract/match-route.js";
import type { RouteName, ROUTES } from "../../core/contract/routes.js";
import type { HttpAnswer } from "./http-answer.js";
import type { HttpEvent } from "./http-event.js";
import type { FunctionLog } from "./logger.js";

type RouteOf<N extends RouteName> = (typeof ROUTES)[N];
type OutputOf<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

export interface HttpRequest<N extends RouteName = RouteName> extends RouteMatch {
  readonly event: HttpEvent;
  readonly requestId: string;
  /** The address that the caller used, `https://images.example.com`. */
  readonly baseUrl: string;
  /** Who calls; `undefined` on public routes and where a signature stands in for a key. */
  readonly caller: RouteOf<N>["access"] extends "key" ? Caller : Caller | undefined;
  readonly body: OutputOf<RouteOf<N>, "body">;
  readonly query: OutputOf<RouteOf<N>, "query">;
  readonly log: FunctionLog;
  /** Answers a status that the route declares, its body checked by the declared schema; without one it has no body. */
  readonly reply: (
    status: keyof RouteOf<N>["answers"] & number,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => HttpAnswer;
}

export type RouteHandler<N extends RouteName> = (request: HttpRequest<N>) => Promise<HttpAnswer>;

/** The routes that a function serves. */
export type RouteHandlers = { readonly [N in RouteName]?: RouteHandler<N> };
