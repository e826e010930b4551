/**
 * Finds the jobs that fell between two steps and moves them on: never sent to a queue, left by a renderer that died,
 * or ended without their end being published. Jobs that wait in a queue are not its business, however long they wait.
 */
import { MAX_ATTEMPTS } from "../contract/limits.js";
import { queueOf } from "../contract/render-queues.js";
import { hasLiveLease } from "./claim-result.js";
import { type FinishDependencies, finishJob, publishEnd } from "./finish-job.js";
import { isTerminal, type Job, namesOf } from "./job.js";
import { type RenderQueue, SWEEP_SHARDS } from "./ports.js";
import { exhaustedText } from "./render-job.js";

export interface SweepDependencies extends FinishDependencies {
  readonly queue: RenderQueue;
}

/** At most so many jobs of a shard in one run; the rest waits for the next. */
const JOBS_PER_SHARD = 100;
/** A job that was moved on is looked at again after this time, if it is still not where it belongs. */
const NEXT_LOOK_MS = 5 * 60_000;

/** Resolves to the number of jobs that were moved on. One job's fault does not keep the others waiting. */
export async function sweepJobs(dependencies: SweepDependencies): Promise<number> {
  const shards = Array.from({ length: SWEEP_SHARDS }, (_, shard) => shard);
  const counts = await Promise.all(shards.map((shard) => sweepShard(dependencies, shard)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sweepShard(dependencies: SweepDependencies, shard: number): Promise<number> {
  const { jobs, log, now } = dependencies;
  let moved = 0;
  for (const jobId of await jobs.listDue(shard, now(), JOBS_PER_SHARD)) {
    let job: Job | undefined;
    try {
      job = await jobs.find(jobId);
      if (job !== undefined && (await moveOn(dependencies, job))) moved += 1;
    } catch (error) {
      log.error("A job could not be moved on; the next sweep tries again.", {
        jobId,
        requestId: job?.requestId,
        error,
      });
    }
  }
  return moved;
}

async function moveOn(dependencies: SweepDependencies, job: Job): Promise<boolean> {
  const { jobs, queue, log, now } = dependencies;
  const nowMs = now();
  if (job.sweepAtMs === undefined || hasLiveLease(job, nowMs)) return false;
  if (isTerminal(job)) {
    await publishEnd(dependencies, job);
    return true;
  }
  if (job.attempts >= MAX_ATTEMPTS) {
    const ending = { status: "failed", error: exhaustedText() } as const;
    return (await finishJob(dependencies, job, { nobodyAtMs: nowMs }, ending)) !== undefined;
  }
  log.warn("A job without a live message is sent again.", { ...namesOf(job), attempts: job.attempts });
  await queue.send(queueOf(job.priority), job.workspaceId, { jobId: job.id, requestId: job.requestId });
  await jobs.postponeSweep(job.id, nowMs + NEXT_LOOK_MS);
  return true;
}
