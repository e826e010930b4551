/** Checks a request as if a job were created, lays out its texts, and creates nothing. */
import type { RunInSlot } from "../access/concurrency-limit.js";
import { checkFeatures } from "../billing/check-features.js";
import type { CreateRender } from "../contract/render-request.js";
import type { DryRunBody } from "../contract/job-body.js";
import type { Log } from "../shared/log.js";
import { type CheckContext, checkRender, type CheckRenderDependencies } from "./check-render.js";
import { type FindWarnings, requestWarnings } from "./find-request-warnings.js";

export interface DryRunDependencies extends CheckRenderDependencies {
  /** Limits the number of concurrent dry runs of a workspace. */
  readonly runInSlot: RunInSlot;
  readonly findWarnings: FindWarnings;
  readonly log: Log;
}

/**
 * Checks a request and returns its warnings.
 *
 * @throws ServiceError as `checkRender`, and `RATE_LIMITED`
 */
export async function dryRun(
  dependencies: DryRunDependencies,
  context: CheckContext,
  request: CreateRender,
): Promise<DryRunBody> {
  const { workspaceId, planName, plan } = context.caller;
  // A request that the plan does not allow needs no slot.
  checkFeatures(planName, plan, request);
  return await dependencies.runInSlot(workspaceId, dependencies.log, async () => {
    const checked = await checkRender(dependencies, context, request);
    const warnings = await requestWarnings(dependencies.findWarnings, workspaceId, request, checked);
    const { template, width, height } = checked;
    return { status: "valid", valid: true, template: template.id, version: template.version, width, height, warnings };
  });
}
