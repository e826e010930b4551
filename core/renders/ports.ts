/** What the render use cases need of the world: each port is implemented in aws/ and, for tests, in memory. */
import type { RenderEvent } from "../contract/render-event.js";
import type { QueueName } from "../contract/render-queues.js";
import type { Warning } from "../contract/template/warnings.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { Claim } from "../signed-images/claim.js";
import type { Job, RenderInputs, RenderMessage } from "./job.js";

/** What came of trying to claim a job. */
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
      readonly renderMs?: number;
      readonly warnings?: readonly Warning[];
    }
  | { readonly status: "failed"; readonly error: string };

/** Who may end a job: the holder of its lease, or, when nobody holds a live one, whoever looks after it. */
export type Holder = { readonly leaseToken: string } | { readonly nobodyAtMs: number };

/** What is written together with a job. */
export interface CreationTerms {
  /** The plan's credits of a month: what a month that has not been debited before is opened with. */
  readonly grant: number;
  readonly record?: IdempotencyRecord | undefined;
  /** Of a signed image: the first claim of its picture, or the generation after the one that stands. */
  readonly claim?: Claim | undefined;
}

/**
 * Nothing was written unless the job was `created`. `recorded`: the idempotency record was there already. `claimed`:
 * somebody else's claim came first.
 */
export type Creation = "created" | "out-of-credits" | "recorded" | "claimed";

export interface JobStore {
  /** Writes the job, debits its charge, keeps the record and makes the claim, all or nothing. */
  create(job: Job, terms: CreationTerms): Promise<Creation>;
  find(jobId: string): Promise<Job | undefined>;
  /** As `find`, at half the cost, but maybe as it was a moment ago: for who looks again and again. */
  peek(jobId: string): Promise<Job | undefined>;
  /** As `find`, but another workspace's job does not exist. */
  findOwned(workspaceId: string, jobId: string): Promise<Job | undefined>;
  /** Takes a creation back, its charge and record too, unless the job was claimed. Resolves to whether it was. */
  undoCreation(job: Job, nowMs: number): Promise<boolean>;
  /** Notes that a queue has the job, and ends the sweeper's watch unless the job has been claimed meanwhile. */
  markEnqueued(jobId: string, nowMs: number): Promise<void>;
  /** Counts an attempt and takes the lease, if the job is queued, unleased and has attempts left. */
  claim(jobId: string, lease: { nowMs: number; untilMs: number; token: string }): Promise<ClaimResult>;
  /** Gives the lease back, so that the next delivery need not wait for its end. */
  release(jobId: string, leaseToken: string): Promise<void>;
  /**
   * Ends a queued job, and gives its charge back if it failed. Resolves to the ended job, or `undefined` when the
   * holder does not (any longer) own it.
   */
  end(job: Job, holder: Holder, ending: Ending, nowMs: number): Promise<Job | undefined>;
  /** Notes that the job's end was published; the sweeper's watch is over. */
  markPublished(jobId: string, nowMs: number): Promise<void>;
  /** Ids of up to `limit` jobs of a shard whose time for a look has come, longest waiting first. */
  listDue(shard: number, nowMs: number, limit: number): Promise<readonly string[]>;
  /** Moves the next look to `sweepAtMs`, if the job is still watched. */
  postponeSweep(jobId: string, sweepAtMs: number): Promise<void>;
}

/** The sparse index of watched jobs is split into this many partitions. */
export const SWEEP_SHARDS = 16;

/** Thrown by a queue that has certainly not taken the message; any other failure leaves that open. */
export class QueueRefusedError extends Error {
  override readonly name = "QueueRefusedError";
}

export interface RenderQueue {
  /** `workspaceId` keeps one workspace from starving the others (fair queues). Throws QueueRefusedError. */
  send(queue: QueueName, workspaceId: string, message: RenderMessage): Promise<void>;
}

/** What is stored beside a picture's bytes, since CloudFront answers from the bucket without asking a function. */
export interface PictureHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentDisposition?: string;
}

export interface PictureStore {
  /** Stores unless something is stored already; resolves to the size in bytes of what is stored now. */
  putFirst(key: string, picture: { bytes: Uint8Array; headers: PictureHeaders }): Promise<number>;
  /** The stored picture's size in bytes, or `undefined` when there is none. */
  sizeOf(key: string): Promise<number | undefined>;
}

export interface InputStore {
  put(key: string, inputs: RenderInputs): Promise<void>;
  /** @throws when nothing is stored there. */
  get(key: string): Promise<RenderInputs>;
}

export interface UploadReader {
  /**
   * The file that a workspace has uploaded under an id.
   *
   * @throws ServiceError `VALIDATION_ERROR` if the workspace has no such upload, or it is too large to be used.
   */
  read(workspaceId: string, uploadId: string): Promise<Uint8Array>;
}

export interface EventPublisher {
  publish(event: RenderEvent): Promise<void>;
}

/** Where a use case reports what an operator should know; each entry is one structured log line. */
export interface Log {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}
