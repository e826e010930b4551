/** Marks the job of a picture that was archived or deleted because of its age, and publishes an event about it. */
import type { RenderArchived } from "../contract/events/render-archived.js";
import { type PublishDependencies, publishPending } from "../events/publish-pending.js";
import { type Job, jobIdOfPicture, logFieldsOf, pictureKey } from "./job.js";
import type { Log } from "../shared/log.js";

/** The part of a job that decides whether the job is marked. */
export type ArchivableJob = Pick<
  Job,
  | "id"
  | "workspaceId"
  | "requestId"
  | "format"
  | "status"
  | "storedAs"
  | "deletedAtMs"
  | "archivedAtMs"
  | "archivalPublishedAtMs"
>;

export interface ArchivalStore {
  /** Finds a job. The read is consistent. */
  find(jobId: string): Promise<ArchivableJob | undefined>;
  /** Sets `archivedAtMs` of a done job that has none and was not deleted. Resolves to whether it was set. */
  mark(jobId: string, atMs: number): Promise<boolean>;
  /** Sets `archivalPublishedAtMs`. */
  markPublished(jobId: string, nowMs: number): Promise<void>;
}

export interface MarkArchivedDependencies extends PublishDependencies {
  readonly jobs: ArchivalStore;
  readonly log: Log;
}

/** A file that was archived or deleted because of its age. */
export interface AgedFile {
  /** Its storage key. */
  readonly key: string;
  /** When the file was archived or deleted, or when that was detected. */
  readonly atMs: number;
}

/**
 * Does nothing for a file that belongs to no job, to a deleted job, or to a job that is not done. A picture of a signed
 * image belongs to its URL and not to the job: the next view renders it again.
 *
 * Messages about a file come more than once and in any order: a large picture is archived, and deleted months later.
 * The first message marks the job. The event is published at least once, always with the same event ID.
 */
export async function markArchived(dependencies: MarkArchivedDependencies, { key, atMs }: AgedFile): Promise<void> {
  const { jobs, log } = dependencies;
  const jobId = jobIdOfPicture(key);
  const job = jobId === undefined ? undefined : await jobs.find(jobId);
  if (job === undefined || !isOwnFile(job, key)) return;
  if (job.archivedAtMs === undefined) {
    // Another delivery of the message, or the deletion of the job, came first. If that delivery fails, it is repeated.
    if (!(await jobs.mark(job.id, atMs))) return;
    log.info("The picture of the job is archived.", logFieldsOf(job));
  }
  await publishPending(dependencies, {
    publishedAtMs: job.archivalPublishedAtMs,
    events: () => [archivalEventOf(job, job.archivedAtMs ?? atMs)],
    markPublished: (nowMs) => jobs.markPublished(job.id, nowMs),
  });
}

function isOwnFile(job: ArchivableJob, key: string): boolean {
  const { status, deletedAtMs, storedAs } = job;
  return status === "done" && deletedAtMs === undefined && storedAs === undefined && pictureKey(job) === key;
}

function archivalEventOf({ id, workspaceId }: ArchivableJob, atMs: number): RenderArchived {
  return {
    eventId: `${id}.archived`,
    type: "render.archived",
    jobId: id,
    workspaceId,
    timestamp: new Date(atMs).toISOString(),
    hasWebhook: false,
  };
}
