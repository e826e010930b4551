/** A job store in memory, with the same conditions as the table. */
import type { IdempotencyRecord } from "../../core/idempotency/idempotency-record.js";
import { MAX_ATTEMPTS } from "../../core/contract/limits.js";
import { explainRefusedClaim } from "../../core/renders/explain-refused-claim.js";
import { hasActiveLease, isTerminal, type Job } from "../../core/renders/job.js";
import type { Claim } from "../../core/signed-images/claim.js";
import type { JobStore } from "../../core/renders/ports.js";

export type InMemoryJobs = JobStore & {
  readonly items: Map<string, Job>;
  readonly records: Map<string, IdempotencyRecord>;
  readonly claims: Map<string, Claim>;
  /** Credits by workspace and month, `<workspace> 2026-11`. */
  readonly balances: Map<string, { spent: number; remaining: number }>;
};

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
  const records: InMemoryJobs["records"] = new Map();
  const balances: InMemoryJobs["balances"] = new Map();
  const claims: InMemoryJobs["claims"] = new Map();
  /** Moves a job's credits in or out of its month; tells whether the month had them. */
  const move = ({ workspaceId, debit }: Job, grant: number, direction: 1 | -1): boolean => {
    if (debit === undefined) return true;
    const month = `${workspaceId} ${debit.date.slice(0, 7)}`;
    const { spent, remaining } = balances.get(month) ?? { spent: 0, remaining: grant };
    const credits = debit.credits * direction;
    if (remaining < credits) return false;
    balances.set(month, { spent: spent + credits, remaining: remaining - credits });
    return true;
  };

  return {
    items,
    find: async (id) => items.get(id),
    peek: async (id) => items.get(id),
    findOwned: async (workspaceId, id) => (items.get(id)?.workspaceId === workspaceId ? items.get(id) : undefined),
    records,
    balances,
    claims,
    create: async (job, { grant, record, claim }) => {
      if (record !== undefined && records.has(record.id)) return "recorded";
      if (claim !== undefined && (claims.get(claim.id)?.generation ?? 0) !== claim.generation - 1) return "claimed";
      if (!move(job, grant, 1)) return "out-of-credits";
      if (claim !== undefined) claims.set(claim.id, claim);
      if (record !== undefined) records.set(record.id, record);
      items.set(job.id, job);
      return "created";
    },
    undoCreation: async ({ id }) => {
      const job = items.get(id);
      if (job === undefined || !untouched(job)) return false;
      move(job, 0, -1);
      records.delete(job.recordId ?? "");
      return items.delete(id);
    },
    markEnqueued: async (id, nowMs) =>
      void change(id, untouched, (job) => ({ ...unwatched(job), enqueuedAtMs: nowMs })),
    claim: async (id, { nowMs, untilMs, token }) => {
      const free = (job: Job) => !isTerminal(job) && job.attempts < MAX_ATTEMPTS && !hasActiveLease(job, nowMs);
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
    end: async ({ id }, holder, ending, nowMs) => {
      const owns = (job: Job) =>
        !isTerminal(job) &&
        ("leaseToken" in holder ? job.leaseToken === holder.leaseToken : !hasActiveLease(job, holder.unleasedAtMs));
      const ended = change(id, owns, (job) => ({
        ...unleased(job),
        ...ending,
        warnings: "warnings" in ending ? [...(ending.warnings ?? [])] : undefined,
        finishedAtMs: nowMs,
        sweepAtMs: nowMs + 60_000,
      }));
      if (ended?.status === "failed") move(ended, 0, -1);
      return ended;
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
