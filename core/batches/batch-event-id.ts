/**
 * The IDs of the events about a batch. The jobs of a batch end in any order, so an ID contains the set of the jobs
 * whose events were sent, as a hexadecimal number with one bit for each job. A reader that connects again therefore
 * gets each event once, and there is nothing to store.
 *
 * Examples: `jobs.2a` after the events of the jobs 1, 3, and 5. `done.3f` or `failed.3f` after the event about the end
 * of the batch.
 */
import type { JobStatus } from "../contract/job-body.js";

const EVENT_ID = /^(jobs|done|failed)\.([0-9a-f]{1,13})$/;

/** One bit for each job, by the job's index in the batch. */
export type SentJobs = bigint;

export function withSent(sent: SentJobs, index: number): SentJobs {
  return sent | (1n << BigInt(index));
}

export function isSent(sent: SentJobs, index: number): boolean {
  return (sent & (1n << BigInt(index))) !== 0n;
}

/** @param end the status of the batch, in the event about its end */
export function batchEventId(sent: SentJobs, end?: JobStatus): string {
  return `${end ?? "jobs"}.${sent.toString(16)}`;
}

/** Returns what a reader has received. An unknown ID means that it has received nothing. */
export function readBatchEventId(id: string | undefined): { readonly sent: SentJobs; readonly ended: boolean } {
  const [, kind, bits] = EVENT_ID.exec(id ?? "") ?? [];
  if (kind === undefined || bits === undefined) return { sent: 0n, ended: false };
  return { sent: BigInt(`0x${bits}`), ended: kind !== "jobs" };
}
