/** Ends a job. The renderer, the dead-letter function, and the sweeper all use it. */
import { monthOf } from "../billing/debit.js";
import { creditsEventOf, type LowCredits } from "../billing/low-credits.js";
import { JOB_ENDED } from "../deployment/log-events.js";
import type { BatchCompleted } from "../contract/events/batch-completed.js";
import type { RenderCompleted } from "../contract/events/render-completed.js";
import type { RenderFailed } from "../contract/events/render-failed.js";
import { type PublishDependencies, publishPending } from "../events/publish-pending.js";
import { type Job, logFieldsOf, pictureKey, type StageTimes } from "./job.js";
import type { Ending, JobStore, LeaseCondition, PictureStore } from "./ports.js";
import type { Log } from "../shared/log.js";

export interface FinishDependencies extends PublishDependencies {
  readonly jobs: JobStore;
  readonly pictures: PictureStore;
  readonly log: Log;
  /** Called when the job has ended, before its end is published. */
  readonly onEnded?: (job: Job) => void;
}

/**
 * Ends a job and publishes its end. Resolves to the ended job, or to `undefined` if the lease condition does not hold.
 *
 * If the job would fail but its picture is stored, it ends as done. This happens if a renderer crashed after it stored
 * the picture.
 */
export async function finishJob(
  dependencies: FinishDependencies,
  job: Job,
  condition: LeaseCondition,
  ending: Ending,
): Promise<Job | undefined> {
  const { jobs, log, now, onEnded } = dependencies;
  const ended = await jobs.end(job, condition, await doneIfStored(dependencies, job, ending), now());
  if (ended === undefined) return undefined;
  log.info("The job has ended.", { event: JOB_ENDED, ...logFieldsOf(job), ...endFactsOf(ended) });
  onEnded?.(ended);
  await publishEnd(dependencies, ended);
  return ended;
}

/** Returns the facts that metrics count. A failed job costs no credits, because they are refunded. */
function endFactsOf({ status, attempts, error, debit, stages }: Job) {
  return {
    status,
    attempts,
    error,
    credits: status === "done" ? (debit?.credits ?? 0) : 0,
    ...(stages !== undefined && { stages: namedStages(stages) }),
  };
}

function namedStages([queuedMs, loadMs, drawMs, encodeMs, storeMs]: StageTimes) {
  return { queuedMs, loadMs, drawMs, encodeMs, pictureMs: drawMs + encodeMs, storeMs };
}

/** The part of an ended job that the event about its end needs. */
export type EndedJob = Pick<
  Job,
  | "id"
  | "workspaceId"
  | "status"
  | "createdAtMs"
  | "finishedAtMs"
  | "publishedAtMs"
  | "webhookUrl"
  | "debit"
  | "checksCredits"
  | "batchId"
  | "batchEnd"
>;

/**
 * Publishes the end of a terminal job. The last job of a batch also publishes the end of the batch. Some jobs also
 * publish that the month's credits are low. The sweeper repeats this for a job that is not marked as published.
 */
export async function publishEnd(
  dependencies: Pick<FinishDependencies, "jobs" | keyof PublishDependencies>,
  job: EndedJob,
): Promise<void> {
  const { jobs, now } = dependencies;
  await publishPending(dependencies, {
    publishedAtMs: job.publishedAtMs,
    async *events() {
      yield endEventOf(job);
      const batchEvent = batchEventOf(job);
      if (batchEvent !== undefined) yield batchEvent;
      for (const low of await lowCreditsOf(jobs, job, now())) yield creditsEventOf(low);
    },
    markPublished: (nowMs) => jobs.markPublished(job.id, nowMs),
  });
}

/** Resolves to the thresholds that the end of this job reports. */
async function lowCreditsOf(
  jobs: Pick<JobStore, "claimLowCredits">,
  { id, workspaceId, debit, checksCredits }: EndedJob,
  nowMs: number,
): Promise<readonly LowCredits[]> {
  if (debit === undefined || checksCredits === undefined) return [];
  return await jobs.claimLowCredits({ jobId: id, workspaceId, month: monthOf(debit.date) }, nowMs);
}

async function doneIfStored({ pictures }: FinishDependencies, job: Job, ending: Ending): Promise<Ending> {
  if (ending.status === "done") return ending;
  const bytes = await pictures.sizeOf(pictureKey(job));
  return bytes === undefined ? ending : { status: "done", bytes };
}

/** Returns the event about the end of a terminal job. */
export function endEventOf(job: EndedJob): RenderCompleted | RenderFailed {
  return {
    eventId: `${job.id}.${job.status}`,
    type: job.status === "done" ? "render.completed" : "render.failed",
    jobId: job.id,
    workspaceId: job.workspaceId,
    status: job.status,
    timestamp: timeOf(job),
    hasWebhook: job.webhookUrl !== undefined,
  };
}

/** Returns the ID of the event about the end of a batch. */
export function batchEndId(batchId: string): string {
  return `${batchId}.completed`;
}

/** Returns the event about the batch, if the job was the last job of the batch to end. */
function batchEventOf(job: EndedJob): BatchCompleted | undefined {
  const { batchId, batchEnd, workspaceId } = job;
  if (batchId === undefined || batchEnd === undefined) return undefined;
  const { total, failed, hasWebhook } = batchEnd;
  return {
    eventId: batchEndId(batchId),
    type: "batch.completed",
    batchId,
    workspaceId,
    status: failed === total ? "failed" : "done",
    totals: { total, queued: 0, done: total - failed, failed },
    timestamp: timeOf(job),
    hasWebhook,
  };
}

function timeOf({ finishedAtMs, createdAtMs }: EndedJob): string {
  return new Date(finishedAtMs ?? createdAtMs).toISOString();
}
