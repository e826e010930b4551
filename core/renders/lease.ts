/** Leases of jobs. While a lease is active, only its holder can end the job. */
import type { Job } from "./job.js";

/** The sweeper checks a job this long after its lease expired. */
export const EXPIRED_LEASE_GRACE_MS = 30_000;

export interface Lease {
  readonly untilMs: number;
  readonly token: string;
}

/**
 * Returns a new job whose first attempt belongs to the function that writes it. No queue has a message for the job: if
 * the function dies, the sweeper enqueues the job when the lease has expired.
 */
export function withFirstLease(job: Job, { untilMs, token }: Lease): Job {
  return {
    ...job,
    attempts: 1,
    unreported: 1,
    leaseUntilMs: untilMs,
    leaseToken: token,
    sweepAtMs: untilMs + EXPIRED_LEASE_GRACE_MS,
  };
}
