/**
 * The server-sent events of a job (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 *
 * Node.js holds back the last small write of a Lambda response until another write follows. So each chunk that is not
 * the last one is followed by a comment, which readers ignore.
 */
import type { Caller } from "../access/authenticate.js";
import type { FreeSlot } from "../access/slots.js";
import { ERROR_CATALOGUE, ServiceError } from "../contract/errors.js";
import { type JobBody, jobBodySchema } from "../contract/job-body.js";
import { EVENT_STREAM_SECONDS, HEARTBEAT_SECONDS, RECONNECT_MS } from "../contract/wait-api.js";
import { getRender } from "./get-render.js";
import { isTerminal, type Job, logFieldsOf } from "./job.js";
import { SLOT_MARGIN_MS, type WaitForRenderDependencies } from "./wait-for-render.js";

/** The maximum duration of a stream. */
export const STREAM_MS = EVENT_STREAM_SECONDS * 1000;
export const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/** A comment, which readers ignore. */
export const SSE_COMMENT = ":\n\n";

export interface StreamEventsDependencies extends WaitForRenderDependencies {
  readonly present: (job: Job) => JobBody;
}

/** A stream of chunks, or `undefined` if the reader has already received the terminal event. */
export type EventChunks = AsyncGenerator<string, void, undefined> | undefined;

/** Returns the ID of the event about a state. Two states of a job with the same event ID look the same to a reader. */
export function eventId({ status, attempts }: Pick<Job, "status" | "attempts">): string {
  return `${status}.${attempts}`;
}

/**
 * The stream ends after the terminal event, or after five minutes. A reader that connects again continues where it was.
 *
 * @param lastEventId the ID of the last event that the reader received
 * @throws ServiceError `NOT_FOUND`; `RATE_LIMITED` if the workspace has as many waits as its plan allows
 */
export async function streamEvents(
  dependencies: StreamEventsDependencies,
  caller: Pick<Caller, "workspaceId" | "plan">,
  id: string,
  lastEventId: string | undefined,
): Promise<EventChunks> {
  const { jobs, takeWaitSlot, log, now } = dependencies;
  const untilMs = now() + STREAM_MS;
  const job = await getRender(jobs, caller.workspaceId, id);
  if (isTerminal(job) && eventId(job) === lastEventId) return undefined;
  const terms = { slots: caller.plan.concurrentWaits, holdMs: STREAM_MS + SLOT_MARGIN_MS };
  const freeSlot = isTerminal(job) ? undefined : await takeWaitSlot(caller.workspaceId, terms, log);
  return chunksOf(dependencies, { job, lastEventId, untilMs, freeSlot });
}

interface Opened {
  readonly job: Job;
  readonly lastEventId: string | undefined;
  readonly untilMs: number;
  /** A job that has ended needs no slot. */
  readonly freeSlot: FreeSlot | undefined;
}

async function* chunksOf(
  dependencies: StreamEventsDependencies,
  { job, lastEventId, untilMs, freeSlot }: Opened,
): EventChunks & object {
  try {
    yield `retry: ${RECONNECT_MS}\n\n`;
    if (eventId(job) !== lastEventId) yield eventOf(dependencies, job);
    if (isTerminal(job)) return;
    yield SSE_COMMENT;
    yield* changesOf(dependencies, job, untilMs);
  } catch (error) {
    // The status was already sent. The reader connects again and continues where it was, or gets an error status.
    const isOwn = !(error instanceof ServiceError) || ERROR_CATALOGUE[error.code].reported;
    if (isOwn) dependencies.log.error("An event stream failed.", { ...logFieldsOf(job), error });
  } finally {
    await freeSlot?.();
  }
}

async function* changesOf(
  dependencies: StreamEventsDependencies,
  first: Job,
  untilMs: number,
): AsyncGenerator<string, void, undefined> {
  const { followJob, now } = dependencies;
  let shown = first;
  let writtenAtMs = now();
  for await (const job of followJob(first, untilMs)) {
    const isChange = isTerminal(job) || job.attempts > shown.attempts;
    if (isChange) yield eventOf(dependencies, job);
    if (isTerminal(job)) return;
    if (!isChange && now() - writtenAtMs < HEARTBEAT_MS) continue;
    if (isChange) shown = job;
    else yield SSE_COMMENT;
    yield SSE_COMMENT;
    writtenAtMs = now();
  }
}

function eventOf({ present }: StreamEventsDependencies, job: Job): string {
  const data = JSON.stringify(jobBodySchema.parse(present(job)));
  return `id: ${eventId(job)}\nevent: status\ndata: ${data}\n\n`;
}
