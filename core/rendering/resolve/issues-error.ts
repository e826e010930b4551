import { type Issue, type ServiceError, validationError } from "../../contract/errors.js";

/** A `VALIDATION_ERROR` whose message contains the first issue, so that a log line or a job's `error` is enough to act on. */
export function issuesError(subject: string, issues: readonly Issue[]): ServiceError {
  const [first] = issues;
  const where = first === undefined || first.path === "" ? "" : `${first.path}: `;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return validationError(`${subject} ${where}${first?.message ?? ""}${more}`, issues);
}
