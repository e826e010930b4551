/** A job store in memory, with the same conditions as the tables. */
import { type LowCredits, reachedThresholds } from "../../core/billing/low-credits.js";
import { MAX_REQUEUES } from "../../core/contract/limits.js";
import { CorruptJobError } from "../../core/renders/corrupt-job.js";
import { explainRefusedClaim } from "../../core/renders/explain-refused-claim.js";
import { hasActiveLease, hasAttemptsLeft, isTerminal, type Job, listPositionOf } from "../../core/renders/job.js";
import type { Batch } from "../../core/batches/batch.js";
import type { BatchStore } from "../../core/batches/ports.js";
import type { CreationTerms, JobStore } from "../../core/renders/ports.js";
import type { ImageClaim, ImageClaimStore } from "../../core/renders/image-claim.js";
import { countDown, createInMemoryBatches, type InMemoryBatchItems } from "./in-memory-batches.js";
import { createInMemoryBalances, type InMemoryBalances } from "./in-memory-balances.js";
import { createInMemoryRecords, type InMemoryRecords } from "./in-memory-records.js";

export interface InMemoryJobs extends JobStore {
  readonly items: Map<string, Job>;
  readonly batches: BatchStore & { readonly items: Map<string, Batch> };
  readonly records: InMemoryRecords;
  readonly claims: ImageClaimStore & { readonly items: Map<string, ImageClaim> };
  readonly balances: InMemoryBalances;
  /** The IDs of jobs that cannot be parsed. */
  readonly corrupt: Set<string>;
}

const EXPIRED_LEASE_GRACE_MS = 30_000;
const PUBLISH_GRACE_MS = 60_000;

export function createInMemoryJobs(...jobs: readonly Job[]): InMemoryJobs {
  const items = new Map(jobs.map((job) => [job.id, job]));
  const claimItems = new Map<string, ImageClaim>();
  const batchItems = new Map<string, Batch>();
  const stores = {
    items,
    batchItems,
    records: createInMemoryRecords(),
    claims: { items: claimItems, find: async (id: string) => claimItems.get(id) },
    balances: createInMemoryBalances(),
    corrupt: new Set<string>(),
  };
  return {
    ...stores,
    batches: createInMemoryBatches(stores),
    find: async (id) => {
      if (stores.corrupt.has(id)) throw new CorruptJobError("The item is corrupt.");
      return items.get(id);
    },
    peek: async (id) => items.get(id),
    findOwned: async (workspaceId, id) => {
      const job = items.get(id);
      return job !== undefined && isOwned(job, workspaceId) ? job : undefined;
    },
    ...ownerActionsOf(stores),
    ...creationOf(stores),
    ...leasesOf(stores),
    ...sweepingOf(stores),
    ...lowCreditsOf(stores),
  };
}

type Stores = Pick<InMemoryJobs, "items" | "records" | "claims" | "balances"> & InMemoryBatchItems;

function creationOf({
  items,
  records,
  claims,
  balances,
}: Stores): Pick<JobStore, "create" | "undoCreation" | "markEnqueued"> {
  const isRecorded = (job: Job, { record }: CreationTerms) =>
    record !== undefined && !records.isFree(record.id, job.createdAtMs);
  const isClaimed = ({ claim }: CreationTerms) =>
    claim !== undefined && (claims.items.get(claim.id)?.generation ?? 0) !== claim.generation - 1;
  return {
    create: async (job, terms) => {
      if (isRecorded(job, terms)) return "recorded";
      if (isClaimed(terms)) return "claimed";
      const { debit } = job;
      if (debit !== undefined && !balances.hasCredits(job.workspaceId, debit, terms.grant)) return "out-of-credits";
      if (items.has(job.id)) throw new Error(`Job ${job.id} could not be created.`);
      if (debit !== undefined) balances.debit(job.workspaceId, debit, terms.grant);
      if (terms.claim !== undefined) claims.items.set(terms.claim.id, terms.claim);
      if (terms.record !== undefined) records.items.set(terms.record.id, terms.record);
      items.set(job.id, job);
      return "created";
    },

    undoCreation: async ({ id }) => {
      const job = items.get(id);
      if (job === undefined || !isNeverClaimed(job)) return false;
      if (job.debit !== undefined) balances.refund(job.workspaceId, job.debit);
      if (job.recordId !== undefined) records.items.delete(job.recordId);
      return items.delete(id);
    },

    markEnqueued: async (id, nowMs) =>
      void change(items, id, isNeverClaimed, (job) => ({ ...withoutSweep(job), enqueuedAtMs: nowMs })),
  };
}

function ownerActionsOf({ items }: Stores): Pick<JobStore, "listOwned" | "remove"> {
  return {
    listOwned: async (workspaceId, { limit, before = "~" }) => {
      const older = [...items.values()]
        .filter((job) => isOwned(job, workspaceId) && listPositionOf(job) < before)
        .sort((a, b) => (listPositionOf(a) < listPositionOf(b) ? 1 : -1));
      const jobs = older.slice(0, limit);
      const last = jobs.at(-1);
      const hasMore = older.length > limit && last !== undefined;
      return { jobs, examined: jobs.length, next: hasMore ? listPositionOf(last) : undefined };
    },

    remove: async (workspaceId, id, { nowMs }) => {
      const canRemove = (job: Job) => isOwned(job, workspaceId) && isTerminal(job);
      const hide = (job: Job) => ({ ...job, inputs: { layers: {}, variables: {} }, deletedAtMs: nowMs });
      return change(items, id, canRemove, hide) !== undefined;
    },
  };
}

function leasesOf({
  items,
  balances,
  batchItems,
}: Stores): Pick<JobStore, "claim" | "countRequeue" | "release" | "end" | "endCorrupt"> {
  return {
    claim: async (id, { nowMs, untilMs, token }) => {
      const isFree = (job: Job) => !isTerminal(job) && hasAttemptsLeft(job) && !hasActiveLease(job, nowMs);
      const job = change(items, id, isFree, (found) => ({
        ...found,
        attempts: found.attempts + 1,
        unreported: (found.unreported ?? 0) + 1,
        leaseUntilMs: untilMs,
        leaseToken: token,
        sweepAtMs: untilMs + EXPIRED_LEASE_GRACE_MS,
      }));
      return job === undefined
        ? explainRefusedClaim(items.get(id), { nowMs, untilMs, token })
        : { kind: "claimed", job };
    },

    countRequeue: async (id) => {
      const canRequeue = (job: Job) => isNeverClaimed(job) && (job.requeues ?? 0) < MAX_REQUEUES;
      return change(items, id, canRequeue, (job) => ({ ...job, requeues: (job.requeues ?? 0) + 1 }))?.requeues;
    },

    release: async (id, token) => {
      const isLeased = (job: Job) => !isTerminal(job) && job.leaseToken === token;
      change(items, id, isLeased, (job) => ({
        ...withoutSweep(withoutLease(job)),
        unreported: (job.unreported ?? 1) - 1,
      }));
    },

    end: async ({ id }, condition, ending, nowMs) => {
      const canEnd = (job: Job) =>
        !isTerminal(job) &&
        ("leaseToken" in condition
          ? job.leaseToken === condition.leaseToken
          : !hasActiveLease(job, condition.unleasedAtMs));
      const ended = change(items, id, canEnd, (job) => ({
        ...withoutLease(job),
        ...ending,
        warnings: "warnings" in ending ? [...(ending.warnings ?? [])] : undefined,
        finishedAtMs: nowMs,
        sweepAtMs: nowMs + PUBLISH_GRACE_MS,
        ...countDown(batchItems, job, ending.status, nowMs),
      }));
      if (ended?.status === "failed" && ended.debit !== undefined) balances.refund(ended.workspaceId, ended.debit);
      return ended;
    },

    endCorrupt: async (id, error, nowMs) => {
      const ended = change(
        items,
        id,
        (job) => !isTerminal(job),
        (job) => ({
          ...withoutLease(job),
          ...{ status: "failed", error, finishedAtMs: nowMs },
          ...countDown(batchItems, job, "failed", nowMs),
        }),
      );
      if (ended?.debit !== undefined) balances.refund(ended.workspaceId, ended.debit);
      const job = ended ?? items.get(id);
      if (job === undefined) throw new Error(`There is no job ${id}.`);
      return job;
    },
  };
}

/** Records which job reports a threshold, by workspace, month and threshold. */
function lowCreditsOf({ balances }: Stores): Pick<JobStore, "claimLowCredits"> {
  const claims = new Map<string, { jobId: string; low: LowCredits }>();
  return {
    claimLowCredits: async ({ jobId, workspaceId, month }, atMs) => {
      const balance = await balances.find(workspaceId, month);
      if (balance === undefined) return [];
      const { granted, spent, remaining } = balance;
      const credits = { granted, spent, remaining };
      return reachedThresholds(credits).flatMap((threshold) => {
        const key = `${workspaceId} ${month} ${threshold}`;
        const claim = claims.get(key) ?? { jobId, low: { workspaceId, month, threshold, credits, atMs } };
        claims.set(key, claim);
        return claim.jobId === jobId ? [claim.low] : [];
      });
    },
  };
}

function sweepingOf({ items }: Stores): Pick<JobStore, "markPublished" | "listDue" | "postponeSweep"> {
  return {
    markPublished: async (id, nowMs) => {
      const publish = (job: Job) => ({ ...withoutSweep(job), publishedAtMs: job.publishedAtMs ?? nowMs });
      change(items, id, () => true, publish);
    },

    // All jobs are in the first shard.
    listDue: async (shard, nowMs, limit) =>
      shard !== 0
        ? []
        : [...items.values()]
            .filter(({ sweepAtMs = Infinity }) => sweepAtMs <= nowMs)
            .sort((a, b) => (a.sweepAtMs ?? 0) - (b.sweepAtMs ?? 0))
            .slice(0, limit)
            .map(({ id }) => id),

    postponeSweep: async (id, sweepAtMs) => {
      const isInIndex = (job: Job) => job.sweepAtMs !== undefined;
      change(items, id, isInIndex, (job) => ({ ...job, sweepAtMs }));
    },
  };
}

/** Changes a job if the condition holds. Returns the changed job. */
function change(
  items: Map<string, Job>,
  id: string,
  condition: (job: Job) => boolean,
  next: (job: Job) => Job,
): Job | undefined {
  const job = items.get(id);
  if (job === undefined || !condition(job)) return undefined;
  items.set(id, next(job));
  return items.get(id);
}

function isOwned(job: Job, workspaceId: string): boolean {
  return job.workspaceId === workspaceId && job.deletedAtMs === undefined;
}

function isNeverClaimed(job: Job): boolean {
  return !isTerminal(job) && job.attempts === 0;
}

function withoutSweep(job: Job): Job {
  return { ...job, sweepAtMs: undefined };
}

function withoutLease(job: Job): Job {
  return { ...job, leaseToken: undefined, leaseUntilMs: undefined };
}
