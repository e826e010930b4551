import { type Finding, reasonOf, skipped } from "../finding.js";

/**
 * Runs a check of the account. A call that AWS refuses, or that fails, says nothing about the account: the check counts as
 * skipped, and the others continue.
 *
 * @param permission the actions that the check needs, for example `budgets:ViewBudget`
 */
export async function attempt(name: string, permission: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return notChecked(name, permission, error);
  }
}

/** Returns the finding that a check could not be made. */
export function notChecked(name: string, permission: string, error: unknown): Finding {
  const text = `It could not be checked: ${reasonOf(error)}`;
  return isRefusal(error)
    ? skipped(name, text, `Allow ${permission} for this identity, and run the check again.`)
    : skipped(name, text, "Run the check again.");
}

/** The services name a missing permission differently, and DynamoDB and Systems Manager return it with status 400. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return /^AccessDenied|^Authorization|^UnauthorizedOperation/.test(error.name) || $metadata?.httpStatusCode === 403;
}
