/** The server-sent events of a batch: one for each job that ends, and one for the end of the batch. */
import type { Caller } from "../access/authenticate.js";
import type { FreeSlot } from "../access/slots.js";
import { type BatchBody, batchBodySchema } from "../contract/batch-body.js";
import { type JobBody, jobBodySchema } from "../contract/job-body.js";
import { RECONNECT_MS } from "../contract/wait-api.js";
import { isTerminal, type Job } from "../renders/job.js";
import { SSE_COMMENT, type EventChunks, HEARTBEAT_MS, STREAM_MS } from "../renders/stream-events.js";
import { SLOT_MARGIN_MS } from "../renders/wait-for-render.js";
import { batchEventId, isSent, readBatchEventId, type SentJobs, withSent } from "./batch-event-id.js";
import { type Batch, hasEnded } from "./batch.js";
import { type BatchWithJobs, requireBatch } from "./get-batch.js";
import type { WaitForBatchDependencies } from "./wait-for-batch.js";

export interface StreamBatchEventsDependencies extends WaitForBatchDependencies {
  readonly presentJob: (job: Job) => JobBody;
  readonly presentBatch: (batch: BatchWithJobs) => BatchBody;
}

/**
 * The stream ends after the event about the end of the batch, or after five minutes.
 *
 * @param lastEventId the ID of the last event that the reader received
 * @throws ServiceError `NOT_FOUND`; `RATE_LIMITED` if the workspace has as many waits as its plan allows
 */
export async function streamBatchEvents(
  dependencies: StreamBatchEventsDependencies,
  caller: Pick<Caller, "workspaceId" | "plan">,
  id: string,
  lastEventId: string | undefined,
): Promise<EventChunks> {
  const { batches, takeWaitSlot, log, now } = dependencies;
  const untilMs = now() + STREAM_MS;
  const batch = await requireBatch(batches, caller.workspaceId, id);
  const received = readBatchEventId(lastEventId);
  if (hasEnded(batch) && received.ended) return undefined;
  const terms = { slots: caller.plan.concurrentWaits, holdMs: STREAM_MS + SLOT_MARGIN_MS };
  const freeSlot = hasEnded(batch) ? undefined : await takeWaitSlot(caller.workspaceId, terms, log);
  return chunksOf(dependencies, { batch, sent: received.sent, untilMs, freeSlot });
}

interface Opened {
  readonly batch: Batch;
  readonly sent: SentJobs;
  readonly untilMs: number;
  /** `undefined` for a batch that has ended: it needs no slot. */
  readonly freeSlot: FreeSlot | undefined;
}

async function* chunksOf(dependencies: StreamBatchEventsDependencies, opened: Opened): EventChunks & object {
  const { batch, freeSlot } = opened;
  try {
    yield `retry: ${RECONNECT_MS}\n\n`;
    yield SSE_COMMENT;
    yield* changesOf(dependencies, opened);
  } catch (error) {
    // The HTTP status has already been sent. The reader connects again and continues where it was.
    dependencies.log.error("An event stream failed.", {
      ...{ batchId: batch.id, requestId: batch.requestId, workspaceId: batch.workspaceId, error },
    });
  } finally {
    await freeSlot?.();
  }
}

async function* changesOf(
  dependencies: StreamBatchEventsDependencies,
  opened: Opened,
): AsyncGenerator<string, void, undefined> {
  const { batches, presentBatch, now } = dependencies;
  let { sent } = opened;
  let remaining: number | undefined;
  let writtenAtMs = now();
  for await (const batch of readsOf(dependencies, opened)) {
    if (batch.remaining !== remaining) {
      remaining = batch.remaining;
      const jobs = await batches.jobsOf(batch);
      for (const { job, index } of endedJobs(batch, jobs, sent)) {
        sent = withSent(sent, index);
        yield eventOf("status", batchEventId(sent), jobBodySchema.parse(dependencies.presentJob(job)));
        yield SSE_COMMENT;
        writtenAtMs = now();
      }
      if (hasEnded(batch)) {
        const body = batchBodySchema.parse(presentBatch({ batch, jobs }));
        yield eventOf("batch", batchEventId(sent, body.status), body);
        return;
      }
    }
    if (now() - writtenAtMs < HEARTBEAT_MS) continue;
    yield SSE_COMMENT + SSE_COMMENT;
    writtenAtMs = now();
  }
}

/** Yields the batch as it is at first, and after each read. */
async function* readsOf({ followBatch }: StreamBatchEventsDependencies, { batch, untilMs }: Opened) {
  yield batch;
  if (!hasEnded(batch)) yield* followBatch(batch.id, untilMs);
}

/** Returns the ended jobs whose events were not sent, in the order of their ends. A deleted job has no event. */
function endedJobs({ jobIds }: Batch, jobs: readonly Job[], sent: SentJobs) {
  return jobs
    .map((job) => ({ job, index: jobIds.indexOf(job.id) }))
    .filter(({ job, index }) => isTerminal(job) && job.deletedAtMs === undefined && !isSent(sent, index))
    .sort((a, b) => (a.job.finishedAtMs ?? 0) - (b.job.finishedAtMs ?? 0));
}

function eventOf(name: string, id: string, body: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(body)}\n\n`;
}
