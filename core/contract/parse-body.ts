/** Parses request bodies and queries by their schemas, and maps their issues to errors. */
import type * as z from "zod";
import {
  type Issue,
  issuesOf,
  parseCoercing,
  sentenceFor,
  withFirstIssue,
  withoutPaths,
} from "@image-render/engine/issues";
import { issuesError, ServiceError } from "./errors.js";

/** A body, and its issues that are reported together with those of later checks. */
export interface ReadBody<Body> {
  /** The body without the values that have issues. Absent fields have their defaults. */
  readonly body: Body;
  readonly issues: readonly Issue[];
}

export interface FieldRules {
  /** Top-level fields whose issues make the request malformed (400) instead of invalid (422). */
  readonly malformed?: readonly string[] | undefined;
  /** Top-level fields whose issues later checks report together with their own. */
  readonly checkedLater?: readonly string[] | undefined;
}

/**
 * Parses a body, and leaves out the values of `checkedLater` fields that have issues. So a caller gets all issues of a
 * request at once, and does not find more of them after fixing the first ones.
 *
 * @throws ServiceError as {@link parseBody} for every other issue
 */
export function readBody<S extends z.ZodType>(schema: S, given: unknown, rules: FieldRules): ReadBody<z.output<S>> {
  const { result, value } = parseCoercing(schema, given, { error: sentenceFor });
  if (result.success) return { body: result.data, issues: [] };
  const { issues } = result.error;
  const isLater = ({ path: [field] }: z.core.$ZodIssue) => rules.checkedLater?.includes(String(field)) === true;
  if (!issues.every(isLater)) throw bodyError(issues, rules.malformed);
  const rest = withoutPaths(value, issues);
  const again = schema.safeParse(rest, { error: sentenceFor });
  // A rule about the whole body is only checked when its fields are valid.
  if (!again.success) throw bodyError([...issues, ...again.error.issues], rules.malformed);
  return { body: again.data, issues: issuesOf({ issues }) };
}

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
  return readBody(schema, body, { malformed: malformedFields }).body;
}

function bodyError(found: readonly z.core.$ZodIssue[], malformedFields: readonly string[] = []): ServiceError {
  const issues = issuesOf({ issues: [...found] });
  const isMalformed = ({ path: [field] }: z.core.$ZodIssue) =>
    field === undefined || malformedFields.includes(String(field));
  const malformed = found.filter(isMalformed);
  const [first] = malformed;
  if (first === undefined) return issuesError("The request is not valid.", issues);
  const message =
    first.path.length === 0
      ? "The body must be a JSON object."
      : withFirstIssue("The request is malformed.", [
          // These issues decide the status, so the first of them goes into the message.
          ...issuesOf({ issues: malformed }),
          ...issuesOf({ issues: found.filter((issue) => !isMalformed(issue)) }),
        ]);
  return new ServiceError("BAD_REQUEST", message, { details: { issues } });
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
