/**
 * Combines the errors of a list, whose items are checked one by one, into one error that lists every issue of every
 * item.
 */
import type { Issue } from "@image-render/engine/issues";
import { type ErrorCode, ServiceError } from "../contract/errors.js";

export interface FailedItem {
  readonly index: number;
  readonly error: ServiceError;
}

/** Resolves to a `ServiceError` instead of throwing it. */
export async function catchServiceError<T>(work: () => Promise<T>): Promise<T | ServiceError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Returns the items that failed. */
export function failedItemsOf(results: readonly unknown[]): readonly FailedItem[] {
  return results.flatMap((result, index) => (result instanceof ServiceError ? [{ index, error: result }] : []));
}

/**
 * Creates the error of a list. `details.jobs` contains the issues by item index. `details.issues` contains all issues,
 * with the index in their paths. The message comes from the first item with this code.
 *
 * @param others issues that are not about an item
 */
export function itemsError(
  code: ErrorCode,
  failed: readonly FailedItem[],
  others: readonly Issue[] = [],
): ServiceError {
  const jobs = failed.map(({ index, error }) => ({ index, issues: issuesOf(error) }));
  const issues = jobs.flatMap((job) =>
    job.issues.map(({ path, message }) => ({
      path: path === "" ? `jobs[${job.index}]` : `jobs[${job.index}].${path}`,
      message,
    })),
  );
  const shown = failed.find(({ error }) => error.code === code) ?? failed[0];
  const [other] = others;
  const message =
    shown === undefined
      ? `${other?.path ?? ""}: ${other?.message ?? ""}`
      : `jobs[${shown.index}]: ${shown.error.message}`;
  return new ServiceError(code, message, { details: { issues: [...issues, ...others], jobs }, cause: shown?.error });
}

function issuesOf({ details, message, code }: ServiceError): readonly Issue[] {
  const issues = details?.["issues"];
  if (Array.isArray(issues)) return issues as Issue[];
  return [{ path: code === "NOT_FOUND" ? "template" : "", message }];
}
