/** Waits for the end of a job for its workspace (long polling). */
import type { Caller } from "../access/authenticate.js";
import type { TakeSlot } from "../access/slots.js";
import type { FollowJob } from "./follow-job.js";
import { getRender } from "./get-render.js";
import { isTerminal, type Job } from "./job.js";
import type { JobStore } from "./ports.js";
import type { Log } from "../shared/log.js";

export interface WaitForRenderDependencies {
  readonly jobs: Pick<JobStore, "findOwned">;
  readonly followJob: FollowJob;
  /** Waits and event streams share these slots. The plan sets their number. */
  readonly takeWaitSlot: TakeSlot;
  readonly now: () => number;
  readonly log: Log;
}

/** The time that a wait may hold its slot after its timeout. It covers the first and the last read. */
export const SLOT_MARGIN_MS = 5_000;

/**
 * Resolves to the terminal job, or after `timeoutMs` to the job as it is then.
 *
 * @throws ServiceError `NOT_FOUND`; `RATE_LIMITED` if the workspace has as many waits as its plan allows
 */
export async function waitForRender(
  { jobs, followJob, takeWaitSlot, now, log }: WaitForRenderDependencies,
  caller: Pick<Caller, "workspaceId" | "plan">,
  id: string,
  timeoutMs: number,
): Promise<Job> {
  const untilMs = now() + timeoutMs;
  let job = await getRender(jobs, caller.workspaceId, id);
  if (isTerminal(job)) return job;
  const terms = { slots: caller.plan.concurrentWaits, holdMs: timeoutMs + SLOT_MARGIN_MS };
  const freeSlot = await takeWaitSlot(caller.workspaceId, terms, log);
  try {
    for await (job of followJob(job, untilMs)) if (isTerminal(job)) break;
    return job;
  } finally {
    await freeSlot();
  }
}
