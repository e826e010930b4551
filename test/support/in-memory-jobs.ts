/** A job store in memory, with the same conditions as the table. */
import { MAX_ATTEMPTS } from "../../core/contract/limits.js";
import { explainRefusedClaim, hasLiveLease } from "../../core/renders/claim-result.js";
import { isTerminal, type Job } from "../../core/renders/job.js";
import type { JobStore } from "../../core/renders/ports.js";

export type InMemoryJobs = JobStore & { readonly items: Map<string, Job> };

export function createInMemoryJobs(...jobs: readonly Job[]): InMemoryJobs {
  const items = new Map(jobs.map((job) => [job.id, job]));
  const change = (id: string, holds: (job: Job) => boolean, next: (job: Job) => Job): Job | undefined => {
    const job = items.get(id);
    if (job === undefined || !holds(job)) return undefined;
    items.set(id, next(job));
    return items.get(id);
  };
  const unwatched = (job: Job): Job => ({ ...job, sweepAtMs: undefined });
  const unleased = (job: Job): Job => ({ ...job, leaseToken: undefined, leaseUntilMs: undefined });
  const untouched = (job: Job): boolean => !isTerminal(job) && job.attempts === 0;

  return {
    items,
    find: async (id) => items.get(id),
    findOwned: async (workspaceId, id) => (items.get(id)?.workspaceId === workspaceId ? items.get(id) : undefined),
    create: async (job) => void items.set(job.id, job),
    undoCreation: async (id) => {
      const job = items.get(id);
      return job !== undefined && untouched(job) && items.delete(id);
    },
    markEnqueued: async (id, nowMs) =>
      void change(id, untouched, (job) => ({ ...unwatched(job), enqueuedAtMs: nowMs })),
    claim: async (id, { nowMs, untilMs, token }) => {
      const free = (job: Job) => !isTerminal(job) && job.attempts < MAX_ATTEMPTS && !hasLiveLease(job, nowMs);
      const job = change(id, free, (found) => ({
        ...found,
        attempts: found.attempts + 1,
        leaseUntilMs: untilMs,
        leaseToken: token,
        sweepAtMs: untilMs + 30_000,
      }));
      return job === undefined ? explainRefusedClaim(items.get(id), nowMs) : { kind: "claimed", job };
    },
    release: async (id, token) =>
      void change(
        id,
        (job) => job.leaseToken === token,
        (job) => unwatched(unleased(job)),
      ),
    end: async (id, holder, ending, nowMs) => {
      const owns = (job: Job) =>
        !isTerminal(job) &&
        ("leaseToken" in holder ? job.leaseToken === holder.leaseToken : !hasLiveLease(job, holder.nobodyAtMs));
      return change(id, owns, (job) => ({
        ...unleased(job),
        ...ending,
        warnings: "warnings" in ending ? [...(ending.warnings ?? [])] : undefined,
        finishedAtMs: nowMs,
        sweepAtMs: nowMs + 60_000,
      }));
    },
    markPublished: async (id, nowMs) =>
      void change(
        id,
        () => true,
        (job) => ({ ...unwatched(job), publishedAtMs: nowMs }),
      ),
    listDue: async (shard, nowMs) =>
      shard === 0 ? [...items.values()].filter((job) => (job.sweepAtMs ?? Infinity) <= nowMs).map(({ id }) => id) : [],
    postponeSweep: async (id, sweepAtMs) =>
      void change(
        id,
        (job) => job.sweepAtMs !== undefined,
        (job) => ({ ...job, sweepAtMs }),
      ),
  };
}
