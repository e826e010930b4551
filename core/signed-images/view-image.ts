/**
 * A view of a signed image that is not in the bucket. The edge function has verified the URL.
 *
 * The first view claims the picture, which debits one credit. All views wait up to 5 s for the picture, because link
 * crawlers do not retry.
 */
import { VIEW_WAIT_SECONDS } from "../contract/caching.js";
import { ServiceError } from "../contract/errors.js";
import type { Job } from "../renders/job.js";
import type { AssetConditions, AssetStore, OpenedAsset } from "../renders/open-asset.js";
import type { JobStore } from "../renders/ports.js";
import type { WaitForEnd } from "../renders/wait-for-end.js";
import type { Claim, ClaimStore } from "./claim.js";
import { claimPicture, type ClaimPictureDependencies, type PictureRequest } from "./claim-picture.js";
import { type NextGeneration, nextStep } from "./next-step.js";

/** The maximum waiting time of a view. */
const MAX_WAIT_MS = VIEW_WAIT_SECONDS * 1000;

export interface ViewImageDependencies extends ClaimPictureDependencies {
  readonly jobs: ClaimPictureDependencies["jobs"] & Pick<JobStore, "find">;
  readonly claims: ClaimStore;
  readonly assets: AssetStore;
  readonly waitForEnd: WaitForEnd;
}

export interface ImageView extends PictureRequest {
  readonly conditions: AssetConditions;
}

/** The picture, or `pending` if it is still being rendered. */
export type ViewedImage = Exclude<OpenedAsset, { kind: "archived" | "missing" }> | { readonly kind: "pending" };

const PENDING: ViewedImage = { kind: "pending" };

/**
 * @throws ServiceError as `claimPicture`, except `QUEUE_UNAVAILABLE`. `VALIDATION_ERROR` with `retryAfterSeconds` in its
 *   details if the render failed. `GONE` if the picture was archived.
 */
export async function viewImage(dependencies: ViewImageDependencies, view: ImageView): Promise<ViewedImage> {
  const { claims, jobs, now } = dependencies;
  const untilMs = now() + MAX_WAIT_MS;
  for (;;) {
    const inTime = now() < untilMs;
    const claim = await claims.find(view.key);
    const job = claim === undefined ? undefined : await jobs.find(claim.jobId);
    const shown = await takeStep(dependencies, view, claim, job, untilMs);
    if (shown !== undefined) return shown;
    if (!inTime) return PENDING;
  }
}

/** Resolves to the result of the view, or to `undefined` if the state changed and must be read again. */
async function takeStep(
  dependencies: ViewImageDependencies,
  view: ImageView,
  claim: Claim | undefined,
  job: Job | undefined,
  untilMs: number,
): Promise<ViewedImage | undefined> {
  const step = nextStep(claim, job, dependencies.now());
  switch (step.kind) {
    case "claim":
      return await claimAndWait(dependencies, view, claim, step.next, untilMs);
    case "wait":
      return await waitFor(dependencies, step.job, untilMs);
    case "show": {
      const opened = await dependencies.assets.open(view.key, view.conditions);
      if (opened.kind === "archived") {
        throw new ServiceError("GONE", "The picture was archived. Purge it to render it again.");
      }
      if (opened.kind !== "missing") return opened;
      return await claimAndWait(dependencies, view, claim, step.next, untilMs);
    }
    case "refuse":
      throw new ServiceError("VALIDATION_ERROR", step.reason, {
        details: { retryAfterSeconds: Math.ceil(step.retryAfterMs / 1000) },
      });
  }
}

async function claimAndWait(
  dependencies: ViewImageDependencies,
  view: ImageView,
  before: Claim | undefined,
  next: NextGeneration,
  untilMs: number,
): Promise<ViewedImage | undefined> {
  try {
    const job = await claimPicture(dependencies, view, before, next);
    return job === undefined ? undefined : await waitFor(dependencies, job, untilMs);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "QUEUE_UNAVAILABLE") throw error;
    // The viewer gets the same response as for a picture that is not ready. The next view claims it again.
    dependencies.log.error("The queue refused the job of a signed image. Its creation was undone.", {
      key: view.key,
      error,
    });
    return PENDING;
  }
}

/** Resolves to `undefined` when the job ended. If it no longer exists, its creation was undone and it was never queued. */
async function waitFor(
  { waitForEnd }: ViewImageDependencies,
  job: Job,
  untilMs: number,
): Promise<ViewedImage | undefined> {
  return (await waitForEnd(job, untilMs)) === undefined ? PENDING : undefined;
}
