/** Decides the next step of a view of a signed image, from its claim and the job of the claim. */
import { isTerminal, type Job } from "../renders/job.js";
import type { ImageClaim } from "../renders/image-claim.js";
import { coolDownMs } from "./cool-down.js";

/** The values of the generation that the view claims next. */
export type NextGeneration = Pick<ImageClaim, "generation" | "debited" | "failures">;

export type NextStep =
  | { readonly kind: "claim"; readonly next: NextGeneration }
  | { readonly kind: "wait"; readonly job: Job }
  /** `next` is used if the stored file no longer exists. */
  | { readonly kind: "show"; readonly next: NextGeneration }
  | { readonly kind: "refuse"; readonly reason: string; readonly retryAfterMs: number };

const FIRST: NextGeneration = { generation: 1, debited: true, failures: 0 };

export function nextStep(claim: ImageClaim | undefined, job: Job | undefined, nowMs: number): NextStep {
  if (claim === undefined) return { kind: "claim", next: FIRST };
  const { debited, failures } = claim;
  const generation = claim.generation + 1;
  // The queue refused the job, and its debit was refunded.
  if (job === undefined) return { kind: "claim", next: { generation, debited, failures } };
  if (!isTerminal(job)) return { kind: "wait", job };
  // The picture was debited once, so rendering it again is free.
  if (job.status === "done") return { kind: "show", next: { generation, debited: false, failures: 0 } };
  const failed = failures + 1;
  const retryAfterMs = (job.finishedAtMs ?? nowMs) + coolDownMs(failed) - nowMs;
  if (retryAfterMs > 0) return { kind: "refuse", reason: job.error ?? "The image cannot be rendered.", retryAfterMs };
  // A debit of the failed generation was refunded. A free generation stays free.
  return { kind: "claim", next: { generation, debited, failures: failed } };
}
