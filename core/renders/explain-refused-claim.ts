/** Tells why a claim was refused, from the job as it stood then. */
import { MAX_ATTEMPTS } from "../contract/limits.js";
import { isTerminal, type Job } from "./job.js";
import type { ClaimResult } from "./ports.js";

/** The one order of reasons, shared by every store: gone, ended, owned by another, out of attempts. */
export function explainRefusedClaim(job: Job | undefined, nowMs: number): Exclude<ClaimResult, { kind: "claimed" }> {
  if (job === undefined) return { kind: "missing" };
  if (isTerminal(job)) return { kind: "terminal", job };
  if (hasLiveLease(job, nowMs)) return { kind: "leased", untilMs: job.leaseUntilMs ?? nowMs };
  if (job.attempts >= MAX_ATTEMPTS) return { kind: "exhausted", job };
  throw new Error(`Job ${job.id} can be claimed; its store refused the claim without a reason.`);
}

export function hasLiveLease(job: Pick<Job, "leaseUntilMs">, nowMs: number): boolean {
  return job.leaseUntilMs !== undefined && job.leaseUntilMs > nowMs;
}
