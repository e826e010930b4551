/** The ports of the batch use cases. Each has an implementation in aws/ and, for tests, in memory. */
import type { QueueName } from "../contract/render-queues.js";
import type { Creation, CreationTerms } from "../renders/ports.js";
import type { Job } from "../renders/job.js";
import type { DownloadEnd, DownloadId } from "./batch-download.js";
import type { Batch } from "./batch.js";

/** The place of one batch in the list of a workspace's batches. */
export type BatchPosition = Pick<Batch, "id" | "createdAtMs">;

export interface BatchPage {
  /** The newest first. */
  readonly batches: readonly Batch[];
  /** The number of entries that were read for the page. */
  readonly examined: number;
  /** The place after which the next page starts. `undefined` on the last page. */
  readonly next: BatchPosition | undefined;
}

export interface BatchStore {
  /**
   * Writes the batch, its jobs, one debit for all of them, and the record in one transaction. If several conditions
   * fail, `recorded` takes precedence over `out-of-credits`.
   *
   * @throws Error if the batch or one of the jobs exists
   */
  create(
    batch: Batch,
    jobs: readonly Job[],
    terms: Omit<CreationTerms, "claim">,
  ): Promise<Exclude<Creation, "claimed">>;
  /** Undoes the whole creation. Resolves to `false` if one of the jobs was claimed. */
  undoCreation(batch: Batch, nowMs: number): Promise<boolean>;
  /** Reads a batch consistently. */
  find(batchId: string): Promise<Batch | undefined>;
  /** Reads a batch for polling: eventually consistent, at half the cost. */
  peek(batchId: string): Promise<Batch | undefined>;
  /**
   * Reads one page of the batches of a workspace. A batch that was created moments ago can be missing.
   *
   * @param page `limit`: 1 to 100. `after`: the place that the page before returned as `next`, or that of a batch
   */
  listOwned(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: BatchPosition | undefined },
  ): Promise<BatchPage>;
  /**
   * Reads the jobs of a batch in the order of the batch, with one consistent read. Deleted jobs are included until
   * their items expire.
   *
   * @throws CorruptJobError
   */
  jobsOf(batch: Pick<Batch, "jobIds">): Promise<readonly Job[]>;
  /**
   * Starts a batch download, unless one is being made or is stored (see `downloadDeadlines`). Resolves to whether it
   * started one.
   */
  startDownload(download: DownloadId, token: string, nowMs: number): Promise<boolean>;
  /** Ends the download that was started with the token. Resolves to `false` if that download is not being made. */
  endDownload(download: DownloadId, token: string, end: DownloadEnd, nowMs: number): Promise<boolean>;
}

/** The outcome of sending a message. `sent` and `refused` are certain. */
export type SendResult = "sent" | "refused" | "unknown";

export interface QueuedJob {
  readonly queue: QueueName;
  readonly job: Pick<Job, "id" | "workspaceId" | "requestId">;
}

export interface SentJobs {
  /** The results by job ID. */
  readonly results: ReadonlyMap<string, SendResult>;
  /** The reasons why messages were not sent, for the log. */
  readonly errors: readonly unknown[];
}

export interface BatchQueue {
  /** Sends the messages of many jobs in as few calls as possible. Never rejects. */
  sendAll(jobs: readonly QueuedJob[]): Promise<SentJobs>;
}
