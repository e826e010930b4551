/** One row of the route table. */
import type * as z from "zod";
import type { ErrorCode } from "../errors.js";
import type { RateLimitName } from "../rate-limits.js";
import type { Scope } from "../scopes.js";

/** The functions that serve routes. `lib/functions/<name>.ts` states how requests reach each of them. */
export type ServedBy = "api" | "edge-keeper" | "stream" | "image" | "preview";

/** Who may call: everyone, a caller with a key or session, a caller with a signed URL, or either of the last two. */
export type Access = "public" | "key" | "signature" | "key-or-signature";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Route {
  readonly method: Method;
  /** `{name}` stands for one segment with any value. */
  readonly path: string;
  readonly servedBy: ServedBy;
  readonly access: Access;
  /** The key must have one of these scopes. Without `scopes`, every key may call. */
  readonly scopes?: readonly Scope[];
  /** The rate limit that a call counts against. */
  readonly limit?: RateLimitName;
  readonly tag:
    "Renders" | "Batches" | "Signed images" | "Templates" | "Uploads" | "Webhooks" | "Workspace" | "Service";
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** Request headers that have a meaning on this route, in addition to those that have one on every route. */
  readonly headers?: readonly (
    "Idempotency-Key" | "If-Match" | "If-None-Match" | "Last-Event-ID" | "Origin" | "Range"
  )[];
  readonly body?: z.ZodType;
  /** Whether a request without a body means `{}`. */
  readonly bodyIsOptional?: true;
  /** Top-level fields of the body whose issues are BAD_REQUEST instead of VALIDATION_ERROR. */
  readonly malformedFields?: readonly string[];
  /** Top-level fields of the body whose issues the handler reports together with those of its own checks: `bodyIssues`. */
  readonly checkedLater?: readonly string[];
  /** The schema of the JSON body by status. A response with `undefined` has bytes, text or no body. */
  readonly responses: Readonly<Record<number, z.ZodType | undefined>>;
  /** The media types of successful responses that are bytes, or that a caller can get instead of JSON. */
  readonly media?: readonly string[];
  /** Errors of the route itself. {@link errorsOf} adds those that follow from the other fields. */
  readonly errors: readonly ErrorCode[];
}

/** The names of a path's `{name}` segments. */
export type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

/** Returns every error code of a route except INTERNAL, which every route can return. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const errors: ErrorCode[] = [...route.errors];
  if (route.access !== "public") errors.push("UNAUTHORIZED");
  if (route.scopes !== undefined) errors.push("FORBIDDEN");
  if (route.limit !== undefined) errors.push("RATE_LIMITED");
  if (route.query !== undefined && canFail(route.query)) errors.push("BAD_REQUEST");
  if (route.body !== undefined) errors.push("BAD_REQUEST", "VALIDATION_ERROR", "PAYLOAD_TOO_LARGE");
  return [...new Set(errors)];
}

/** A parameter that accepts any text accepts both of these. */
const PROBES = ["?", "?".repeat(10_000)];

function canFail({ shape }: z.ZodObject): boolean {
  const schemas = Object.values(shape) as z.ZodType[];
  return schemas.some((schema) => PROBES.some((text) => !schema.safeParse(text).success));
}
