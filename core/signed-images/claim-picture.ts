/**
 * Claims the picture of a signed URL: writes claim, job, and debit in one transaction. The job has the lease of this
 * invocation, which renders it. An expensive job has no lease, and is enqueued.
 */
import type { TakeDailyQuota } from "../access/daily-quotas.js";
import type { CheckFailureLimit } from "../access/failed-work.js";
import { checkFeatures, outOfCredits } from "../billing/check-features.js";
import { ServiceError } from "../contract/errors.js";
import { MAX_FREE_RENDERS_PER_DAY } from "../contract/limits.js";
import type { Plan } from "../contract/plans.js";
import { SIGNED_IMAGE_PRIORITY } from "../contract/render-queues.js";
import { buildJob } from "../renders/build-job.js";
import { checkRequest } from "../renders/check-request.js";
import { enqueueJob, type EnqueueJobDependencies } from "../renders/enqueue-job.js";
import type { Job } from "../renders/job.js";
import { type Lease, withFirstLease } from "../renders/lease.js";
import type { Creation, GoOnUntil, JobStore } from "../renders/ports.js";
import { deriveUuid } from "../shared/derive-uuid.js";
import type { SignedImage } from "../signing/image-signature.js";
import type { LoadedTemplate } from "../templates/load-template.js";
import type { ImageClaim } from "../renders/image-claim.js";
import type { ImageSource } from "./load-image-source.js";
import type { NextGeneration } from "./next-step.js";
import { readPayload } from "./read-payload.js";

export interface ClaimPictureDependencies extends EnqueueJobDependencies {
  readonly jobs: Pick<JobStore, "create" | "undoCreation" | "markEnqueued">;
  /** Limits the renders that cost no credit. */
  readonly takeOfDay: TakeDailyQuota;
  readonly requireFewFailures: CheckFailureLimit;
  /** The lease of a job that this invocation renders. */
  readonly newLease: () => Lease;
  /** See `CreationTerms`. */
  readonly goOnUntil: GoOnUntil;
}

/** A verified URL, and the request for it. */
export interface PictureRequest {
  readonly image: Pick<SignedImage, "templateId" | "pairs">;
  /** The storage key of the picture. It identifies the claim. */
  readonly key: string;
  readonly requestId: string;
  readonly baseUrl: string;
}

export interface NextClaim {
  /** The current claim, if there is one. */
  readonly before: ImageClaim | undefined;
  readonly next: NextGeneration;
  /** The source at the version that the current claim names or, without a claim, at the version of the URL. */
  readonly source: ImageSource;
}

/** `undefined`: another claim came first, or it is unknown which claim came first. */
export type ClaimedPicture =
  { readonly claim: ImageClaim; readonly job: Job; readonly template: LoadedTemplate } | undefined;

/**
 * @throws ServiceError `BAD_REQUEST`, `VALIDATION_ERROR`, `DUPLICATE_LAYER_NAMES`, `FORBIDDEN`,
 *   `PAYMENT_REQUIRED`, `RATE_LIMITED`, and `QUEUE_UNAVAILABLE` if the creation was undone.
 */
export async function claimPicture(
  dependencies: ClaimPictureDependencies,
  { image, key, requestId, baseUrl }: PictureRequest,
  { before, next, source }: NextClaim,
): Promise<ClaimedPicture> {
  const { template, workspaceId, plan, planName } = source;
  const payload = readPayload(template.id, template.document, image.pairs);
  const { document } = template;
  const terms = { document, workspaceId, baseUrl, needsVariables: true, refusal: "The image cannot be rendered." };
  const checked = await checkRequest(terms, { ...payload, priority: SIGNED_IMAGE_PRIORITY });
  await dependencies.requireFewFailures({ workspaceId, plan }, dependencies.log);
  if (next.debited) checkFeatures(planName, plan, { ...checked.request, priority: undefined });
  else await dependencies.takeOfDay("free-renders", workspaceId, MAX_FREE_RENDERS_PER_DAY, dependencies.log);

  const createdAtMs = dependencies.now();
  const { debit, ...freeJob } = buildJob({
    // All racing first views derive the same ID, so only one of them can write the job.
    id: deriveUuid("signed-image", key, String(next.generation)),
    workspaceId,
    requestId,
    baseUrl,
    template,
    checked,
    createdAtMs,
  });
  const unleased: Job = { ...freeJob, storedAs: key, ...(next.debited && { debit }) };
  const job = unleased.heavy ? unleased : withFirstLease(unleased, dependencies.newLease());
  const claim: ImageClaim = {
    id: key,
    workspaceId,
    templateId: template.id,
    version: template.version,
    ...next,
    jobId: job.id,
    createdAtMs: before?.createdAtMs ?? createdAtMs,
    claimedAtMs: createdAtMs,
  };
  const creation = await createUnlessContended(dependencies, job, claim, plan);
  if (creation === "out-of-credits") throw outOfCredits(planName);
  if (creation !== "created") return undefined;
  if (job.heavy) await enqueueJob(dependencies, job);
  return { claim, job, template };
}

/**
 * Many first views can contend for one claim or balance. After too many conflicts, look for the claim that succeeded.
 */
async function createUnlessContended(
  { jobs, goOnUntil }: ClaimPictureDependencies,
  job: Job,
  claim: ImageClaim,
  plan: Plan,
): Promise<Creation> {
  try {
    return await jobs.create(job, { grant: plan.credits, claim, goOnUntil });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "RATE_LIMITED") return "claimed";
    throw error;
  }
}
