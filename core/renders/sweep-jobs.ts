/**
 * Repairs jobs that were never enqueued, whose renderer crashed, or whose end was not published. The sweeper does not
 * touch jobs that wait in a queue, regardless of how long they wait.
 */
import { queueOf } from "../contract/render-queues.js";
import { CorruptJobError } from "./corrupt-job.js";
import { failCorruptJob } from "./fail-corrupt-job.js";
import { failExhaustedJob } from "./fail-exhausted-job.js";
import { type FinishDependencies, publishEnd } from "./finish-job.js";
import { hasActiveLease, hasAttemptsLeft, isTerminal, type Job, logFieldsOf, renderMessageOf } from "./job.js";
import { type RenderQueue, SWEEP_SHARDS } from "./ports.js";

export interface SweepDependencies extends FinishDependencies {
  readonly queue: RenderQueue;
}

/** The maximum number of jobs per shard in one run. The next run handles the rest. */
const JOBS_PER_SHARD = 100;
/** The sweeper checks an enqueued job again after this time, unless it was claimed. */
const NEXT_CHECK_MS = 5 * 60_000;
/** If the sweeper could not repair a job, it checks the job again after this time. */
const FAILED_CHECK_MS = 2 * 60_000;

/** Resolves to the number of repaired jobs. An error of one job does not stop the others. */
export async function sweepJobs(dependencies: SweepDependencies): Promise<number> {
  const shards = Array.from({ length: SWEEP_SHARDS }, (_, shard) => shard);
  const counts = await Promise.all(shards.map((shard) => sweepShard(dependencies, shard)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sweepShard(dependencies: SweepDependencies, shard: number): Promise<number> {
  const { jobs, log, now } = dependencies;
  let repaired = 0;
  for (const jobId of await jobs.listDue(shard, now(), JOBS_PER_SHARD)) {
    let job: Job | undefined;
    try {
      job = await findOrEnd(dependencies, jobId);
      if (job !== undefined && (await repair(dependencies, job))) repaired += 1;
    } catch (error) {
      log.error("The sweeper could not repair a job. A later run tries again.", {
        jobId,
        requestId: job?.requestId,
        workspaceId: job?.workspaceId,
        error,
      });
      await letOthersPass(dependencies, jobId);
    }
  }
  return repaired;
}

/**
 * Postpones a job that cannot be repaired now. Otherwise, jobs that can never be repaired could fill every run, because
 * they are due first.
 */
async function letOthersPass({ jobs, log, now }: SweepDependencies, jobId: string): Promise<void> {
  try {
    await jobs.postponeSweep(jobId, now() + FAILED_CHECK_MS);
  } catch (error) {
    log.error("The sweeper could not postpone a job. The next run tries again.", { jobId, error });
  }
}

/** Resolves to `undefined` if there is no such job, or if it is corrupt and has been ended. */
async function findOrEnd(dependencies: SweepDependencies, jobId: string): Promise<Job | undefined> {
  try {
    return await dependencies.jobs.find(jobId);
  } catch (error) {
    if (!(error instanceof CorruptJobError)) throw error;
    await failCorruptJob(dependencies, jobId, error);
    return undefined;
  }
}

async function repair(dependencies: SweepDependencies, job: Job): Promise<boolean> {
  const { jobs, queue, log, now } = dependencies;
  const nowMs = now();
  if (job.sweepAtMs === undefined || hasActiveLease(job, nowMs)) return false;
  if (isTerminal(job)) {
    await publishEnd(dependencies, job);
    return true;
  }
  if (!hasAttemptsLeft(job)) {
    return (await failExhaustedJob(dependencies, job, { unleasedAtMs: nowMs })) !== undefined;
  }
  log.warn("The job may have no message in its queue. The sweeper enqueues it again.", {
    ...logFieldsOf(job),
    attempts: job.attempts,
  });
  await queue.send(queueOf(job), job.workspaceId, renderMessageOf(job));
  await jobs.postponeSweep(job.id, nowMs + NEXT_CHECK_MS);
  return true;
}
