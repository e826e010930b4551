/** Parses request bodies and queries by their schemas, and decides which issue is which error. */
import type * as z from "zod";
import { parseCoercing } from "./coerce.js";
import { issuesError, ServiceError, withFirstIssue } from "./errors.js";
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
  const { result } = parseCoercing(schema, body, { error: sentenceFor });
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  const isMalformed = ({ path: [field] }: z.core.$ZodIssue) =>
    field === undefined || malformedFields.includes(String(field));
  const malformed = result.error.issues.filter(isMalformed);
  const [first] = malformed;
  if (first === undefined) throw issuesError("The request is not valid.", issues);
  const message =
    first.path.length === 0
      ? "The body must be a JSON object."
      : withFirstIssue("The request is malformed.", [
          // They decide the status, so the first of them goes into the message.
          ...issuesOf({ issues: malformed }),
          ...issuesOf({ issues: result.error.issues.filter((issue) => !isMalformed(issue)) }),
        ]);
  throw new ServiceError("BAD_REQUEST", message, { details: { issues } });
}

/** Ignores unknown parameters. @throws ServiceError `BAD_REQUEST` that lists every issue. */
export function parseQuery<S extends z.ZodType>(schema: S, rawQuery: string): z.output<S> {
  const result = schema.safeParse(Object.fromEntries(new URLSearchParams(rawQuery)), { error: sentenceFor });
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  throw new ServiceError("BAD_REQUEST", withFirstIssue("A query parameter is not valid.", issues), {
    details: { issues },
  });
}
