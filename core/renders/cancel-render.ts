/** Cancels a queued job. */
import { ServiceError } from "../contract/errors.js";
import { getRender } from "./get-render.js";
import { type Job, isTerminal, logFieldsOf } from "./job.js";
import type { JobStore } from "./ports.js";
import type { Log } from "../shared/log.js";

/** The `error` of a canceled job. */
export const CANCELED = "The render was canceled.";

export interface CancelRenderDependencies {
  readonly jobs: Pick<JobStore, "findOwned" | "end">;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Ends a job as failed and refunds it, unless a renderer holds it or it has ended. Canceling a canceled job again
 * changes nothing and returns the job.
 *
 * Does not publish the end. The message of the job still exists: the renderer that receives it finds the ended job and
 * only publishes its end. If there is no message, the sweeper publishes it.
 *
 * @throws ServiceError `NOT_FOUND`, `CONFLICT` with the job's status in `details`.
 */
export async function cancelRender(
  { jobs, log, now }: CancelRenderDependencies,
  workspaceId: string,
  id: string,
): Promise<Job> {
  const job = await getRender(jobs, workspaceId, id);
  const nowMs = now();
  const ended = isTerminal(job)
    ? undefined
    : await jobs.end(job, { unleasedAtMs: nowMs }, { status: "failed", error: CANCELED }, nowMs);
  if (ended !== undefined) {
    log.info("The job was canceled.", { ...logFieldsOf(ended), attempts: ended.attempts });
    return ended;
  }
  const current = await getRender(jobs, workspaceId, id);
  if (current.status === "failed" && current.error === CANCELED) return current;
  const { status } = current;
  const message = isTerminal(current)
    ? `The render has already ended (status ${status}). Only a queued render can be canceled.`
    : "The render has started, so it cannot be canceled. Wait until it has ended.";
  throw new ServiceError("CONFLICT", message, { details: { status } });
}
