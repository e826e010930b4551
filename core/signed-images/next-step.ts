/** What a view of a signed image has to do, from its claim and the job that the claim names. */
import { isTerminal, type Job } from "../renders/job.js";
import type { Claim } from "./claim.js";
import { coolDownMs } from "./cool-down.js";

/** How the generation that is to be claimed differs from a first one. */
export type NextGeneration = Pick<Claim, "generation" | "charged" | "failures">;

export type NextStep =
  | { readonly kind: "claim"; readonly next: NextGeneration }
  | { readonly kind: "wait"; readonly job: Job }
  /** `next`: in case that the stored file is gone. */
  | { readonly kind: "show"; readonly next: NextGeneration }
  | { readonly kind: "refuse"; readonly reason: string; readonly retryAfterMs: number };

const FIRST: NextGeneration = { generation: 1, charged: true, failures: 0 };

export function nextStep(claim: Claim | undefined, job: Job | undefined, nowMs: number): NextStep {
  if (claim === undefined) return { kind: "claim", next: FIRST };
  const { charged, failures } = claim;
  const generation = claim.generation + 1;
  // The queue refused it, and what was taken for it was given back.
  if (job === undefined) return { kind: "claim", next: { generation, charged, failures } };
  if (!isTerminal(job)) return { kind: "wait", job };
  // The picture has been paid for.
  if (job.status === "done") return { kind: "show", next: { generation, charged: false, failures: 0 } };
  const failed = failures + 1;
  const retryAfterMs = (job.finishedAtMs ?? nowMs) + coolDownMs(failed) - nowMs;
  if (retryAfterMs > 0) return { kind: "refuse", reason: job.error ?? "The image can't be made.", retryAfterMs };
  // A charge of the failed generation was given back; one that was free stays so.
  return { kind: "claim", next: { generation, charged, failures: failed } };
}
