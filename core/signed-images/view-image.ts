/**
 * A view of a signed image that is not in the bucket. The edge function has verified the URL.
 *
 * The first view claims the picture, which debits one credit, and renders it. The other views wait for its end. All
 * views wait up to 5 s for the picture, because link crawlers do not retry. This includes the time that a view waited
 * for a function. A render that takes longer continues after the response.
 */
import { Readable } from "node:stream";
import { VIEW_WAIT_SECONDS } from "../contract/caching.js";
import { ServiceError } from "../contract/errors.js";
import type { Job } from "../renders/job.js";
import type { AssetConditions, AssetStore, OpenedAsset } from "../shared/asset-store.js";
import { pictureHeaders } from "../renders/picture-headers.js";
import type { JobStore } from "../renders/ports.js";
import type { StoredPicture } from "../renders/render-claimed.js";
import type { InlineRender, InlineRenderer } from "../renders/render-inline.js";
import type { WaitForEnd } from "../renders/wait-for-end.js";
import type { SettledWithin } from "../shared/settled-within.js";
import type { ImageClaim, ImageClaimStore } from "../renders/image-claim.js";
import {
  type ClaimedPicture,
  claimPicture,
  type ClaimPictureDependencies,
  type NextClaim,
  type PictureRequest,
} from "./claim-picture.js";
import type { ImageSource, LoadImageSource } from "./load-image-source.js";
import { type NextGeneration, nextStep } from "./next-step.js";
import { readPayloadVersion } from "./read-payload.js";

/** The maximum waiting time of a view. */
const MAX_WAIT_MS = VIEW_WAIT_SECONDS * 1000;

export interface ViewImageDependencies extends Omit<ClaimPictureDependencies, "newLease" | "goOnUntil"> {
  readonly jobs: ClaimPictureDependencies["jobs"] & Pick<JobStore, "find">;
  readonly claims: ImageClaimStore;
  readonly assets: AssetStore;
  readonly loadSource: LoadImageSource;
  readonly waitForEnd: WaitForEnd;
  /** Renders the pictures that this view claims. */
  readonly inline: InlineRenderer;
  readonly settledWithin: SettledWithin;
}

export interface ImageView extends PictureRequest {
  /** When the view reached the service, in epoch milliseconds. It may have waited for a function since then. */
  readonly arrivedAtMs: number;
  readonly conditions: AssetConditions;
}

/** The picture, or `pending` if it is still being rendered. */
export type ViewedImage = Exclude<OpenedAsset, { kind: "archived" | "missing" }> | { readonly kind: "pending" };

const PENDING: ViewedImage = { kind: "pending" };

/** The claim of a picture, and the job of the claim. */
interface State {
  readonly claim: ImageClaim | undefined;
  readonly job: Job | undefined;
  /**
   * The source that the URL names. It is read at the same time as the claim, because most views that come here are
   * first views.
   */
  readonly source?: Promise<ImageSource>;
}

/** `next`: the state that is known, or `undefined` if it must be read. */
type Step = { readonly shown: ViewedImage } | { readonly next: State | undefined };

/**
 * @throws ServiceError as `loadSource` and `claimPicture`, except `QUEUE_UNAVAILABLE`. `VALIDATION_ERROR` if the render
 *   failed, with `retryAfterSeconds` in its details. `GONE` if the picture was archived.
 */
export async function viewImage(dependencies: ViewImageDependencies, view: ImageView): Promise<ViewedImage> {
  const { now } = dependencies;
  const untilMs = view.arrivedAtMs + MAX_WAIT_MS;
  // A view whose time is over causes no work. Otherwise, under load, the views behind it would be late too.
  if (now() >= untilMs) return PENDING;
  const source = loadNamedSource(dependencies, view);
  // Only a view that claims the picture needs the source.
  source.catch(() => undefined);
  let state: State | undefined = { ...(await readState(dependencies, view.key)), source };
  for (;;) {
    const inTime = now() < untilMs;
    const step = await takeStep(dependencies, view, state ?? (await readState(dependencies, view.key)), untilMs);
    if ("shown" in step) return step.shown;
    if (!inTime) return PENDING;
    state = step.next;
  }
}

async function loadNamedSource({ loadSource }: ViewImageDependencies, { image }: ImageView): Promise<ImageSource> {
  return await loadSource(image.templateId, readPayloadVersion(image.pairs));
}

async function readState({ claims, jobs }: ViewImageDependencies, key: string): Promise<State> {
  const claim = await claims.find(key);
  return { claim, job: claim === undefined ? undefined : await jobs.find(claim.jobId) };
}

async function takeStep(
  dependencies: ViewImageDependencies,
  view: ImageView,
  { claim, job, source }: State,
  untilMs: number,
): Promise<Step> {
  const step = nextStep(claim, job, dependencies.now());
  switch (step.kind) {
    case "claim":
      return await claimAndRender(dependencies, view, { before: claim, next: step.next, source }, untilMs);
    case "wait":
      return await waitFor(dependencies, step.job, untilMs);
    case "show": {
      const opened = await dependencies.assets.open(view.key, view.conditions);
      if (opened.kind === "archived") {
        throw new ServiceError("GONE", "The picture was archived. Purge it to render it again.");
      }
      if (opened.kind !== "missing") return { shown: opened };
      return await claimAndRender(dependencies, view, { before: claim, next: step.next, source }, untilMs);
    }
    case "refuse":
      throw new ServiceError("VALIDATION_ERROR", step.reason, {
        details: { retryAfterSeconds: Math.ceil(step.retryAfterMs / 1000) },
      });
  }
}

interface Claiming {
  readonly before: ImageClaim | undefined;
  readonly next: NextGeneration;
  readonly source: Promise<ImageSource> | undefined;
}

async function claimAndRender(
  dependencies: ViewImageDependencies,
  view: ImageView,
  { before, next, source: named }: Claiming,
  untilMs: number,
): Promise<Step> {
  const { inline, loadSource } = dependencies;
  // A claim keeps the version of the first view.
  const source = await (before === undefined
    ? (named ?? loadNamedSource(dependencies, view))
    : loadSource(view.image.templateId, before.version));
  const claimed = await claimUnlessRefused({ ...dependencies, ...inline }, view, { before, next, source });
  if (claimed === "refused") return { shown: PENDING };
  if (claimed === undefined) return { next: undefined };
  const { claim, job, template } = claimed;
  // An expensive job has no lease: a function behind its queue renders it.
  if (job.leaseToken === undefined) return await waitFor(dependencies, job, untilMs);
  const remainingMs = Math.max(0, untilMs - dependencies.now());
  const outcome = await dependencies.settledWithin(outcomeOf(inline.render(job, template), view), remainingMs);
  if (outcome?.stored !== undefined) return { shown: openedOf(job, outcome.stored) };
  if (outcome?.ended !== undefined) return { next: { claim, job: outcome.ended } };
  return await waitFor(dependencies, job, untilMs);
}

interface Outcome {
  readonly stored?: StoredPicture | undefined;
  readonly ended?: Job | undefined;
}

/** The viewer does not wait for the end of the job: the stored picture is final. Only the bucket handles conditions. */
async function outcomeOf({ stored, ended }: InlineRender, { conditions }: ImageView): Promise<Outcome> {
  const isPlain = !conditions.headOnly && conditions.range === undefined && conditions.ifNoneMatch === undefined;
  const picture = isPlain ? await stored : undefined;
  return picture === undefined ? { ended: await ended } : { stored: picture };
}

/** Returns the response that the bucket would return. S3 reports the time of a write only when an object is read. */
function openedOf(job: Job, { bytes, etag }: StoredPicture): ViewedImage {
  const headers = { "content-type": pictureHeaders(job).contentType, etag, "accept-ranges": "bytes" };
  return { kind: "open", status: 200, headers, bytes: bytes.byteLength, body: Readable.from([bytes]) };
}

async function claimUnlessRefused(
  dependencies: ClaimPictureDependencies,
  view: ImageView,
  claim: NextClaim,
): Promise<ClaimedPicture | "refused"> {
  try {
    return await claimPicture(dependencies, view, claim);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "QUEUE_UNAVAILABLE") throw error;
    // The viewer gets the same response as for a picture that is not ready. The next view claims it again.
    dependencies.log.error("The queue refused the job of a signed image. Its creation was undone.", {
      key: view.key,
      error,
    });
    return "refused";
  }
}

/**
 * Waits for the end of the job, after which the state is read again. If the job no longer exists, its creation was
 * undone.
 */
async function waitFor({ waitForEnd }: ViewImageDependencies, job: Job, untilMs: number): Promise<Step> {
  return (await waitForEnd(job, untilMs)) === undefined ? { shown: PENDING } : { next: undefined };
}
