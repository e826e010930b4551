/**
 * A view of a signed image that is not stored: the edge has verified the URL and found nothing in the bucket.
 *
 * The first view claims the picture, which bills it once; every view then waits a while for it, since link crawlers don't
 * ask again.
 */
import { VIEW_WAIT_SECONDS } from "../contract/caching.js";
import { ServiceError } from "../contract/errors.js";
import { isTerminal, type Job } from "../renders/job.js";
import type { AssetConditions, AssetStore, OpenedAsset } from "../renders/open-asset.js";
import type { JobStore } from "../renders/ports.js";
import type { Claim, ClaimStore } from "./claim.js";
import { claimPicture, type ClaimPictureDependencies, type PictureRequest } from "./claim-picture.js";
import { type NextGeneration, nextStep } from "./next-step.js";

/** A picture of a warm renderer takes some hundred milliseconds; the looks for it grow rarer. */
const FIRST_LOOK_MS = 25;
const RAREST_LOOK_MS = 250;
const LOOKS_GROW_BY = 1.3;

export interface ViewImageDependencies extends ClaimPictureDependencies {
  readonly jobs: ClaimPictureDependencies["jobs"] & Pick<JobStore, "find" | "peek">;
  readonly claims: ClaimStore;
  readonly assets: AssetStore;
  readonly pause: (ms: number) => Promise<void>;
}

export interface ImageView extends PictureRequest {
  readonly conditions: AssetConditions;
}

/** The picture, or that it is still being made. */
export type ViewedImage = Exclude<OpenedAsset, { kind: "archived" | "missing" }> | { readonly kind: "pending" };

const PENDING: ViewedImage = { kind: "pending" };

/**
 * @throws ServiceError as `claimPicture`, but for `QUEUE_UNAVAILABLE`; `VALIDATION_ERROR` with `retryAfterSeconds` in its
 *   details for a picture whose making has failed.
 */
export async function viewImage(dependencies: ViewImageDependencies, view: ImageView): Promise<ViewedImage> {
  const { claims, jobs, now } = dependencies;
  const untilMs = now() + VIEW_WAIT_SECONDS * 1000;
  for (;;) {
    const inTime = now() < untilMs;
    const claim = await claims.find(view.key);
    const job = claim === undefined ? undefined : await jobs.find(claim.jobId);
    const shown = await takeStep(dependencies, view, claim, job, untilMs);
    if (shown !== undefined) return shown;
    if (!inTime) return PENDING;
  }
}

/** Resolves to what the viewer gets, or `undefined` when things have changed and are to be looked at again. */
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
        throw new ServiceError("GONE", "The picture was archived; purge it to have it made again.");
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
    // To a viewer it is no other thing than a picture that is not there yet; the next view claims it anew.
    dependencies.log.error("The queue refused a signed image; its creation was undone.", { key: view.key, error });
    return PENDING;
  }
}

/** Waits for the job's end; resolves to `undefined` when it has come. */
async function waitFor(
  { jobs, now, pause }: ViewImageDependencies,
  { id }: Job,
  untilMs: number,
): Promise<ViewedImage | undefined> {
  let lookMs = FIRST_LOOK_MS;
  for (;;) {
    const leftMs = untilMs - now();
    if (leftMs <= 0) break;
    await pause(Math.min(lookMs, leftMs));
    lookMs = Math.min(RAREST_LOOK_MS, lookMs * LOOKS_GROW_BY);
    const job = await jobs.peek(id);
    if (job !== undefined && isTerminal(job)) return undefined;
  }
  // A job that is gone by now was never queued: its maker has undone it.
  const job = await jobs.find(id);
  return job !== undefined && isTerminal(job) ? undefined : PENDING;
}
