/** Validates the items of a batch. One error lists every issue of every item. */
import type { Plan } from "../contract/plans.js";
import { type CreateBatch, readBatchItem } from "../contract/batches-api.js";
import type { CreateRender } from "../contract/render-request.js";
import { type Issue, withFirstIssue } from "@image-render/engine/issues";
import { ERROR_CATALOGUE, type ErrorCode, ServiceError } from "../contract/errors.js";
import { webhookUrlIssues } from "../fetching/webhook-url.js";
import {
  type CheckContext,
  type CheckedRender,
  checkRender,
  type CheckRenderDependencies,
} from "../renders/check-render.js";
import { catchServiceError, failedItemsOf, type FailedItem, itemsError } from "../shared/item-errors.js";
import { withTemplateCache } from "../templates/template-cache.js";
import { expandVariants } from "./expand-variants.js";

/**
 * The codes that a batch takes over if all of its failed items have the same code. With different codes, the batch has
 * `VALIDATION_ERROR`, or `BAD_REQUEST` if one of the items has it.
 */
const SHARED_CODES: ReadonlySet<ErrorCode> = new Set(["FORBIDDEN", "DUPLICATE_LAYER_NAMES", "PAYLOAD_TOO_LARGE"]);

/**
 * Returns the bodies of the jobs.
 *
 * @throws ServiceError `BAD_REQUEST` if neither or both of `jobs` and `variants` are given, and as `expandVariants`.
 */
export function itemsOf({ jobs, variants }: CreateBatch): readonly unknown[] {
  if (jobs !== undefined && variants !== undefined) throw malformed("A batch has either `jobs` or `variants`.");
  if (jobs !== undefined) return jobs;
  if (variants === undefined) throw malformed("It is required, unless the batch has `variants`.");
  return expandVariants(variants);
}

function malformed(message: string): ServiceError {
  const issues = [{ path: "jobs", message }];
  return new ServiceError("BAD_REQUEST", withFirstIssue("The request is malformed.", issues), { details: { issues } });
}

/** Creates the result of an item that has no issue. A `ServiceError` that it throws is an issue of the item. */
export type FinishItem<Item> = (checked: CheckedRender, given: CreateRender, index: number) => Item | Promise<Item>;

/**
 * Checks all items of a batch. Returns a result for each of them, in their order.
 *
 * @throws ServiceError `FORBIDDEN` for more items than the plan allows. `BAD_REQUEST` if an item is malformed. Otherwise
 *   `VALIDATION_ERROR`, or the code that all failed items share.
 */
export async function checkBatch<Item>(
  dependencies: CheckRenderDependencies,
  { caller, baseUrl, bodyIssues: batchIssues = [] }: CheckContext,
  batch: CreateBatch,
  finish: FinishItem<Item>,
): Promise<readonly Item[]> {
  const items = itemsOf(batch);
  checkBatchSize(caller, items.length);
  const cached = withTemplateCache(dependencies);
  const check = async (item: unknown, index: number): Promise<Item> => {
    const { body: request, issues } = readBatchItem(item);
    const bodyIssues = [...issues, ...dryRunIssues(request)];
    return await finish(await checkRender(cached, { caller, baseUrl, bodyIssues }, request), request, index);
  };
  const results = await Promise.all(
    items.map(async (item, index) => await catchServiceError(() => check(item, index))),
  );
  const failed = failedItemsOf(results);
  const others = [
    ...batchIssues,
    ...webhookUrlIssues("webhookUrl", batch.webhookUrl, dependencies.allowLoopbackTargets),
  ];
  // If the service failed, that is not an issue of the request.
  const fault = failed.find(({ error }) => ERROR_CATALOGUE[error.code].reported);
  if (fault !== undefined) throw fault.error;
  if (failed.length + others.length > 0) throw itemsError(codeOf(failed), failed, others);
  return results.flatMap((result) => (result instanceof ServiceError ? [] : [result]));
}

function codeOf(failed: readonly FailedItem[]): ErrorCode {
  const codes = new Set(failed.map(({ error }) => error.code));
  if (codes.has("BAD_REQUEST")) return "BAD_REQUEST";
  const [code] = codes;
  return codes.size === 1 && code !== undefined && SHARED_CODES.has(code) ? code : "VALIDATION_ERROR";
}

function checkBatchSize({ plan, planName }: { readonly plan: Plan; readonly planName: string }, size: number): void {
  const allowed = plan.maxBatchSize;
  if (size <= allowed) return;
  const message = `The plan "${planName}" allows batches of at most ${allowed} jobs, not ${size}.`;
  throw new ServiceError("FORBIDDEN", message, { details: { feature: "batchSize", allowed } });
}

/** One item cannot be a dry run: a caller who wants to create nothing would pay. */
function dryRunIssues({ dryRun }: CreateRender): Issue[] {
  if (!dryRun) return [];
  const message = "One item cannot be a dry run. Set `dryRun` beside `jobs` to validate the whole batch.";
  return [{ path: "dryRun", message }];
}
