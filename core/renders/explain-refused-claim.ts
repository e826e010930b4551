import { hasActiveLease, hasAttemptsLeft, isTerminal, type Job } from "./job.js";
import type { Lease } from "./lease.js";
import type { ClaimResult } from "./ports.js";

/** Derives the reason for a refused claim from the job's state. All stores check the reasons in this order. */
export function explainRefusedClaim(
  job: Job | undefined,
  { nowMs, untilMs, token }: Lease & { readonly nowMs: number },
): ClaimResult {
  if (job === undefined) return { kind: "missing" };
  if (isTerminal(job)) return { kind: "terminal", job };
  // The response to an earlier try of the same call was lost: the job has the lease of this caller.
  if (job.leaseToken === token && job.leaseUntilMs === untilMs) return { kind: "claimed", job };
  if (hasActiveLease(job, nowMs)) return { kind: "leased", untilMs: job.leaseUntilMs ?? nowMs };
  if (!hasAttemptsLeft(job)) return { kind: "exhausted", job };
  throw new Error(`The store refused to claim job ${job.id}, but the job is claimable.`);
}
