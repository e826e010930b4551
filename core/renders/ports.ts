/** The ports of the render use cases. Each has an implementation in aws/ and, for tests, in memory. */
import type { GoOnUntil } from "../shared/go-on-until.js";
import type { LowCredits } from "../billing/low-credits.js";
import type { QueueName } from "../contract/render-queues.js";
import type { Warning } from "@image-render/engine/document";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { ImageClaim } from "./image-claim.js";
import type { CorruptJob } from "./corrupt-job.js";
import type { Job, RenderInputs, RenderMessage, StageTimes } from "./job.js";

/** The result of an attempt to claim a job. */
export type ClaimResult =
  | { readonly kind: "claimed"; readonly job: Job }
  | { readonly kind: "leased"; readonly untilMs: number }
  | { readonly kind: "exhausted"; readonly job: Job }
  | { readonly kind: "terminal"; readonly job: Job }
  | { readonly kind: "missing" };

/** How a job ended. */
export type Ending =
  | {
      readonly status: "done";
      readonly bytes: number;
      /** The height of the picture in pixels. Without it, the job keeps the height that it was created with. */
      readonly height?: number;
      readonly renderMs?: number;
      readonly stages?: StageTimes;
      readonly warnings?: readonly Warning[];
    }
  | { readonly status: "failed"; readonly error: string };

/**
 * The condition for ending a job. The renderer with this lease token can end it. Any other function can end it if no
 * lease is active at this time.
 */
export type LeaseCondition = { readonly leaseToken: string } | { readonly unleasedAtMs: number };

/** Everything that is written in the same transaction as a job. */
export interface CreationTerms {
  /** The monthly credits of the plan. The first debit of a month opens it with this amount. */
  readonly grant: number;
  readonly record?: IdempotencyRecord | undefined;
  /** For a signed image: its first claim, or the generation after the current one. */
  readonly claim?: ImageClaim | undefined;
  /** Takes over work that the render need not wait for. Without this function, the creation waits for that work. */
  readonly goOnUntil?: GoOnUntil | undefined;
}

export type { GoOnUntil } from "../shared/go-on-until.js";

/**
 * Only `created` means that something was written. `recorded`: the idempotency record exists. `claimed`: another claim
 * of the same generation came first.
 */
export type Creation = "created" | "out-of-credits" | "recorded" | "claimed";

/** A page of a list of jobs. */
export interface JobPage {
  readonly jobs: readonly Job[];
  /** The number of entries that were read. It exceeds the number of jobs if some were deleted at that moment. */
  readonly examined: number;
  /** The position of the last entry. `undefined` if there is no older one. */
  readonly next: string | undefined;
}

export interface JobStore {
  /**
   * Writes the job, its debit, the record, and the claim in one transaction. If several conditions fail, the result is
   * the first of `recorded`, `claimed`, `out-of-credits`.
   *
   * @throws Error if a job with this ID exists
   */
  create(job: Job, terms: CreationTerms): Promise<Creation>;
  /** Finds a job. The read is consistent. @throws CorruptJobError, like all methods that resolve to a job */
  find(jobId: string): Promise<Job | undefined>;
  /** Finds a job with an eventually consistent read, which costs half as much, for polling. */
  peek(jobId: string): Promise<Job | undefined>;
  /** Like `find`, but resolves to `undefined` for another workspace's job, and for a deleted one. */
  findOwned(workspaceId: string, jobId: string): Promise<Job | undefined>;
  /**
   * Lists the jobs of a workspace that are older than a position (see `listPositionOf`), newest first. Eventually
   * consistent: a job that was created moments ago can be missing.
   */
  listOwned(workspaceId: string, page: { limit: number; before?: string | undefined }): Promise<JobPage>;
  /**
   * Hides a job that has ended from its workspace, and empties its inputs. Its item expires at `forgetAtMs`, or never.
   * Resolves to `false` if the workspace has no such job or the job has not ended.
   */
  remove(workspaceId: string, jobId: string, times: { nowMs: number; forgetAtMs?: number }): Promise<boolean>;
  /** Undoes a creation: refunds the debit and deletes the record. Resolves to `false` if the job was claimed. */
  undoCreation(job: Job, nowMs: number): Promise<boolean>;
  /** Marks the job as enqueued, and removes it from the sweeper's index. Does nothing if the job was claimed. */
  markEnqueued(jobId: string, nowMs: number): Promise<void>;
  /** Counts an attempt and starts the lease, if the job is queued, has no active lease, and has attempts left. */
  claim(jobId: string, lease: { nowMs: number; untilMs: number; token: string }): Promise<ClaimResult>;
  /**
   * Increments `requeues` of a job that is queued, was never claimed, and was enqueued again fewer than `MAX_REQUEUES`
   * times. Resolves to the new count, or to `undefined` if nothing was written.
   */
  countRequeue(jobId: string): Promise<number | undefined>;
  /** Ends the lease early, so that the next delivery does not wait for it. Does nothing with another token. */
  release(jobId: string, leaseToken: string): Promise<void>;
  /** Ends a queued job, and refunds its debit if it failed. Resolves to `undefined` if the condition does not hold. */
  end(job: Job, condition: LeaseCondition, ending: Ending, nowMs: number): Promise<Job | undefined>;
  /**
   * Ends a queued job that cannot be parsed, and refunds its debit, regardless of its lease, because no renderer can
   * read it either. Resolves to the terminal job.
   *
   * @throws Error if there is no such job, or if even a {@link CorruptJob} cannot be parsed
   */
  endCorrupt(jobId: string, error: string, nowMs: number): Promise<CorruptJob>;
  /**
   * Checks the credits of a month for an ended job with `checksCredits`. Resolves to the thresholds that are reached
   * and that no other job reports. A repeated call for the same job resolves to the same thresholds.
   */
  claimLowCredits(
    job: { readonly jobId: string; readonly workspaceId: string; readonly month: string },
    nowMs: number,
  ): Promise<readonly LowCredits[]>;
  /** Marks the end of the job as published, and removes the job from the sweeper's index. */
  markPublished(jobId: string, nowMs: number): Promise<void>;
  /**
   * Lists the IDs of up to `limit` jobs of a shard whose `sweepAtMs` has passed, oldest first. Eventually consistent.
   */
  listDue(shard: number, nowMs: number, limit: number): Promise<readonly string[]>;
  /** Sets the time of the next check, if the job is in the sweeper's index. */
  postponeSweep(jobId: string, sweepAtMs: number): Promise<void>;
}

/** The number of partitions of the sweeper's sparse index. */
export const SWEEP_SHARDS = 16;

/** Thrown if the queue definitely did not accept the message. After any other error, it is unknown whether it did. */
export class QueueRefusedError extends Error {
  override readonly name = "QueueRefusedError";
}

export interface RenderQueue {
  /**
   * Sends a message. `workspaceId` is the message group, so that one workspace cannot starve the others (fair queues).
   *
   * @param delaySeconds the time before the first delivery. Default 0.
   * @throws QueueRefusedError if the queue definitely did not accept the message
   */
  send(queue: QueueName, workspaceId: string, message: RenderMessage, delaySeconds?: number): Promise<void>;
}

/** Headers that are stored with a picture, because CloudFront serves it from the bucket without a function. */
export interface PictureHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentDisposition?: string;
}

export interface NewPicture {
  readonly bytes: Uint8Array;
  readonly headers: PictureHeaders;
  /** The retention class of the picture. */
  readonly retentionClass?: string | undefined;
}

export interface PictureStore {
  /** Stores the picture unless the key exists: the first writer wins. */
  putFirst(key: string, picture: NewPicture): Promise<PutPicture>;
  /** Resolves to the size of the stored picture in bytes, or to `undefined` if there is none. */
  sizeOf(key: string): Promise<number | undefined>;
}

/** The picture that is stored after a call of `putFirst`. */
export interface PutPicture {
  /** Its size in bytes. */
  readonly bytes: number;
  /**
   * Its entity tag, if this call has stored the picture. If it is missing, another writer may have stored other bytes.
   */
  readonly etag?: string | undefined;
}

/** Files in the bucket that can be removed. */
export interface StoredFiles {
  /** Removes a file. Does nothing if it does not exist. */
  remove(key: string): Promise<void>;
}

export interface InputStore {
  /**
   * @param retentionClass the retention class of the inputs
   */
  put(key: string, inputs: RenderInputs, retentionClass?: string): Promise<void>;
  /** @throws Error if the key does not exist */
  get(key: string): Promise<RenderInputs>;
  /** Like `get`, but resolves to `undefined` if the key does not exist. */
  find(key: string): Promise<RenderInputs | undefined>;
  /** Does nothing if the key does not exist. */
  remove(key: string): Promise<void>;
}

export interface UploadReader {
  /**
   * Reads the file of an upload.
   *
   * @throws ServiceError `VALIDATION_ERROR` if the workspace has no such upload, or if the file is too large.
   */
  read(workspaceId: string, uploadId: string): Promise<Uint8Array>;
}
