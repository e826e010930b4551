/** Checks a batch as if its jobs were created, lays out their texts, and creates nothing. */
import { priceOf } from "../billing/price.js";
import type { BatchDryRunBody } from "../contract/batch-body.js";
import type { CreateBatch } from "../contract/batches-api.js";
import { BATCH_WARNINGS_MS } from "../contract/limits.js";
import type { CheckContext } from "../renders/check-render.js";
import type { DryRunDependencies } from "../renders/dry-run.js";
import { findWarningsUntil, requestWarnings } from "../renders/find-request-warnings.js";
import { checkBatch, type FinishItem } from "./check-batch.js";

export interface DryRunBatchDependencies extends DryRunDependencies {
  readonly now: () => number;
}

/**
 * Checks every item and returns its price and warnings. The batch takes one slot of the dry runs of its workspace,
 * because its texts are laid out one item after the other. Items that are not laid out in time get a warning.
 *
 * @throws ServiceError as `checkBatch`, and `RATE_LIMITED`
 */
export async function dryRunBatch(
  dependencies: DryRunBatchDependencies,
  context: CheckContext,
  batch: CreateBatch,
): Promise<BatchDryRunBody> {
  const { now, log } = dependencies;
  const { workspaceId } = context.caller;
  return await dependencies.runInSlot(workspaceId, log, async () => {
    const findWarnings = findWarningsUntil(now() + BATCH_WARNINGS_MS, now, dependencies.findWarnings);
    const finish: FinishItem<BatchDryRunBody["renders"][number]> = async (checked, given, index) => {
      const { template, width, height, request } = checked;
      const warnings = await requestWarnings(findWarnings, workspaceId, given, checked);
      const credits = priceOf(request.format);
      return { index, template: template.id, version: template.version, width, height, credits, warnings };
    };
    const renders = await checkBatch(dependencies, context, batch, finish);
    const credits = renders.reduce((sum, item) => sum + item.credits, 0);
    return { status: "valid", valid: true, credits, renders: [...renders] };
  });
}
