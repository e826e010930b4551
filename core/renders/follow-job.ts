/**
 * Follows a job that another function renders, by polling. DynamoDB cannot notify a function that is already running.
 *
 * Eventually consistent reads cost half as much as consistent ones. Only the last read, at the deadline, is consistent:
 * it decides between an end and a timeout.
 */
import { LRUCache } from "lru-cache";
import { isTerminal, type Job } from "./job.js";
import type { JobStore } from "./ports.js";

/** The first pause for a template without a known duration. A warm renderer needs a few hundred milliseconds. */
const FIRST_POLL_MS = 25;
/**
 * Below 250 ms, so that 95 % of all ends reach their waiter within 300 ms, including the time for reads and responses.
 */
const LONGEST_POLL_MS = 200;
const POLL_GROWTH = 1.3;
/**
 * The poll interval around the usual end of a template's renders, as a share of their usual duration. A delay that is
 * small compared with the render is not worth more reads.
 */
const USUAL_POLL_SHARE = 0.1;
const SHORTEST_POLL_MS = 50;
/** The start and the end of "around the usual end", as shares of the usual duration. */
const USUAL_FROM = 0.7;
const USUAL_TO = 1.4;
/** The weight of the newest duration in the usual duration. */
const NEWEST_SHARE = 0.3;
/** The number of templates whose duration an instance remembers. */
const REMEMBERED_TEMPLATES = 1_000;

export interface FollowJobDependencies {
  readonly jobs: Pick<JobStore, "find" | "peek">;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Yields the job after each read, until it is terminal or `untilMs` has passed. It waits before the first read, because
 * the caller has just read the job. It yields nothing while the job does not exist.
 */
export type FollowJob = (job: Job, untilMs: number) => AsyncGenerator<Job, void, undefined>;

/** Create one per function instance: it learns how long the renders of a template usually take. */
export function createFollowJob({ jobs, now, pause }: FollowJobDependencies): FollowJob {
  const usualMs = new LRUCache<string, number>({ max: REMEMBERED_TEMPLATES });

  return async function* followJob(job, untilMs) {
    let intervalMs = FIRST_POLL_MS;
    for (;;) {
      const nowMs = now();
      if (nowMs >= untilMs) break;
      const pauseMs = nextPause(intervalMs, nowMs - job.createdAtMs, usualMs.get(job.templateId));
      await pause(Math.min(pauseMs, untilMs - nowMs));
      intervalMs = Math.min(LONGEST_POLL_MS, Math.ceil(intervalMs * POLL_GROWTH));
      const read = await jobs.peek(job.id);
      if (read === undefined) continue;
      // Remember before the `yield`, because a reader that has received the end does not resume this generator.
      remember(usualMs, read);
      yield read;
      if (isTerminal(read)) return;
    }
    const last = await jobs.find(job.id);
    if (last !== undefined) yield last;
  };
}

/** @param ageMs the time since the job was created */
function nextPause(intervalMs: number, ageMs: number, usualMs: number | undefined): number {
  if (usualMs === undefined) return intervalMs;
  const fromMs = usualMs * USUAL_FROM;
  if (ageMs < fromMs) return Math.min(LONGEST_POLL_MS, Math.max(FIRST_POLL_MS, Math.ceil(fromMs - ageMs)));
  if (ageMs > usualMs * USUAL_TO) return LONGEST_POLL_MS;
  return Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, Math.round(usualMs * USUAL_POLL_SHARE)));
}

function remember(usualMs: LRUCache<string, number>, { templateId, status, createdAtMs, finishedAtMs }: Job): void {
  if (status !== "done" || finishedAtMs === undefined) return;
  const newestMs = finishedAtMs - createdAtMs;
  const before = usualMs.get(templateId) ?? newestMs;
  usualMs.set(templateId, before + NEWEST_SHARE * (newestMs - before));
}
