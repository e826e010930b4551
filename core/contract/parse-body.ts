/** Parses request bodies and queries by their schemas, and decides which issue is which error. */
import type * as z from "zod";
import { ServiceError, validationError } from "./errors.js";
import { issuesOf, sentenceFor } from "./issues.js";

/**
 * @param malformedFields top-level fields whose issues make the request malformed (400) instead of invalid (422)
 * @throws ServiceError `BAD_REQUEST` if the body is not an object or one of these fields has an issue, otherwise
 *   `VALIDATION_ERROR`. Both list all issues in `details.issues`.
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
  if (malformed === undefined)
    throw validationError("The request is not valid. `details.issues` lists what to fix.", issues);
  const message =
    malformed.path.length === 0
      ? "The body must be a JSON object."
      : `\`${malformed.path.join(".")}\`: ${malformed.message}`;
  throw new ServiceError("BAD_REQUEST", message, { details: { issues } });
}

/** Ignores unknown parameters. @throws ServiceError `BAD_REQUEST` that lists every issue. */
export function parseQuery<S extends z.ZodType>(schema: S, rawQuery: string): z.output<S> {
  const result = schema.safeParse(Object.fromEntries(new URLSearchParams(rawQuery)), { error: sentenceFor });
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  const [first] = issues;
  throw new ServiceError("BAD_REQUEST", `Query parameter \`${first?.path ?? ""}\`: ${first?.message ?? ""}`, {
    details: { issues },
  });
}
