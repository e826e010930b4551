/** What a row of the route table holds. */
import type * as z from "zod";
import type { ErrorCode } from "../errors.js";
import type { Scope } from "../scopes.js";

/** The function that serves a route: `api` and `edge-keeper` behind the HTTP API, the others behind function URLs that stream. */
export type ServedBy = "api" | "edge-keeper" | "stream" | "image" | "preview";

/** Who may call: anyone, a holder of a key or session, of a signature in the URL, or of either. */
export type Access = "public" | "key" | "signature" | "key-or-signature";

/** The token bucket that a call is taken from; `status` has a rate of its own, the others the plan's. */
export type LimitClass = "create" | "read" | "write" | "status";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Route {
  readonly method: Method;
  /** With `{name}` for a segment that varies. */
  readonly path: string;
  readonly servedBy: ServedBy;
  readonly access: Access;
  /** The key must have one of these; any key will do when left out. */
  readonly scopes?: readonly Scope[];
  readonly limit?: LimitClass;
  readonly tag: "Renders" | "Signed images" | "Templates" | "Uploads" | "Workspace" | "Service";
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** Request headers beyond the usual ones that mean something here. */
  readonly headers?: readonly ("Idempotency-Key" | "If-Match" | "If-None-Match" | "Range" | "Origin")[];
  readonly body?: z.ZodType;
  /** Top-level fields of the body whose faults are BAD_REQUEST rather than VALIDATION_ERROR. */
  readonly malformedFields?: readonly string[];
  /** The JSON answers by status; a status without a schema answers bytes or nothing. */
  readonly answers: Readonly<Record<number, z.ZodType | undefined>>;
  /** The media types of successful answers that are bytes. */
  readonly media?: readonly string[];
  /** Errors of the route itself; those of the frame are added by {@link errorsOf}. */
  readonly errors: readonly ErrorCode[];
}

/** Every error that a route answers, but INTERNAL, which any may. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const errors: ErrorCode[] = [...route.errors];
  if (route.access !== "public") errors.push("UNAUTHORIZED");
  if (route.scopes !== undefined) errors.push("FORBIDDEN");
  if (route.limit !== undefined) errors.push("RATE_LIMITED");
  if (route.query !== undefined && canRefuse(route.query)) errors.push("BAD_REQUEST");
  if (route.body !== undefined) errors.push("BAD_REQUEST", "VALIDATION_ERROR", "PAYLOAD_TOO_LARGE");
  return [...new Set(errors)];
}

/** Texts of which a parameter that takes any text refuses none. */
const PROBES = ["?", "?".repeat(10_000)];

function canRefuse({ shape }: z.ZodObject): boolean {
  const schemas = Object.values(shape) as z.ZodType[];
  return schemas.some((schema) => PROBES.some((text) => !schema.safeParse(text).success));
}
