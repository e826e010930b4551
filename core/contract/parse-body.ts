/** Reads request bodies and queries by their schemas; which fault is which error is decided here alone. */
import type * as z from "zod";
import { ServiceError, validationError } from "./errors.js";
import { issuesOf, sentenceFor } from "./issues.js";

/**
 * @param malformedFields top-level fields whose faults make the request malformed (400) rather than impossible (422)
 * @throws ServiceError `BAD_REQUEST` when the body is no object or such a field is at fault, `VALIDATION_ERROR` for
 *   every other fault; each lists all faults in `details.issues`.
 */
export function parseBody<S extends z.ZodType>(
  schema: S,
  body: unknown,
  malformedFields: readonly string[] = [],
): z.output<S> {
  const result = schema.safeParse(body, { error: sentenceFor });
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  const malformed = result.error.issues.find(
    ({ path: [field] }) => field === undefined || malformedFields.includes(String(field)),
  );
  if (malformed === undefined) throw validationError("The request can't be taken as it stands.", issues);
  const message =
    malformed.path.length === 0
      ? "The body must be a JSON object."
      : `\`${malformed.path.join(".")}\`: ${malformed.message}`;
  throw new ServiceError("BAD_REQUEST", message, { details: { issues } });
}

/** Unknown parameters are ignored. @throws ServiceError `BAD_REQUEST` that lists every fault. */
export function parseQuery<S extends z.ZodType>(schema: S, rawQuery: string): z.output<S> {
  const result = schema.safeParse(Object.fromEntries(new URLSearchParams(rawQuery)), { error: sentenceFor });
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  const [first] = issues;
  throw new ServiceError("BAD_REQUEST", `Query parameter \`${first?.path ?? ""}\`: ${first?.message ?? ""}`, {
    details: { issues },
  });
}
