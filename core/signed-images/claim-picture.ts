/** Claims the picture of a signed URL: writes claim, job and debit as one, and queues the job. */
import type { WorkspaceStore } from "../access/workspace.js";
import { checkFeatures, outOfCredits } from "../billing/check-features.js";
import { ServiceError, validationError } from "../contract/errors.js";
import type { Plan, Plans } from "../contract/plans.js";
import { SIGNED_IMAGE_PRIORITY } from "../contract/render-queues.js";
import { buildJob } from "../renders/build-job.js";
import { checkAgainstTemplate } from "../renders/check-against-template.js";
import { enqueueJob, type EnqueueJobDependencies } from "../renders/enqueue-job.js";
import type { Job } from "../renders/job.js";
import type { Creation, JobStore } from "../renders/ports.js";
import { deriveUuid } from "../shared/derive-uuid.js";
import type { SignedImage } from "../signing/image-signature.js";
import { loadPublicTemplate } from "../templates/load-template.js";
import type { PublicTemplateReader } from "../templates/template-version.js";
import type { Claim } from "./claim.js";
import type { NextGeneration } from "./next-step.js";
import { readPayload, readPayloadVersion } from "./read-payload.js";

export interface ClaimPictureDependencies extends EnqueueJobDependencies {
  readonly jobs: Pick<JobStore, "create" | "undoCreation" | "markEnqueued">;
  readonly templates: PublicTemplateReader;
  readonly workspaces: Pick<WorkspaceStore, "find">;
  readonly plans: Plans;
}

/** The picture that a verified URL shows, and the request that asks for it. */
export interface PictureRequest {
  readonly image: Pick<SignedImage, "templateId" | "pairs">;
  /** Where the picture is stored, which is what it is known by. */
  readonly key: string;
  readonly requestId: string;
  readonly baseUrl: string;
}

/** `undefined`: somebody else's claim came first, or it is not known whether ours did. */
export type ClaimedPicture = Job | undefined;

/**
 * @param before the claim that stands, if there is one
 * @throws ServiceError `NOT_FOUND`, `BAD_REQUEST`, `VALIDATION_ERROR`, `DUPLICATE_LAYER_NAMES`, `FORBIDDEN`,
 *   `PAYMENT_REQUIRED`, and `QUEUE_UNAVAILABLE` when everything was undone.
 */
export async function claimPicture(
  dependencies: ClaimPictureDependencies,
  { image, key, requestId, baseUrl }: PictureRequest,
  before: Claim | undefined,
  next: NextGeneration,
): Promise<ClaimedPicture> {
  const { templateId, pairs } = image;
  const version = before?.version ?? readPayloadVersion(pairs);
  const { template, workspaceId } = await loadPublicTemplate(dependencies.templates, templateId, version);
  const request = readPayload(template.id, template.document, pairs);
  const issues = checkAgainstTemplate(template.document, request);
  if (issues.length > 0) throw validationError("The image can't be rendered as it stands.", issues);
  const { plan, planName } = await planOf(dependencies, workspaceId);
  if (next.charged) checkFeatures(planName, plan, { ...request, priority: undefined });

  const createdAtMs = dependencies.now();
  const { charge, ...unpaid } = buildJob({
    // Of any number of first views each writes the same job, so only one of them can.
    id: deriveUuid("signed-image", key, String(next.generation)),
    workspaceId,
    requestId,
    baseUrl,
    template,
    request: { ...request, priority: SIGNED_IMAGE_PRIORITY },
    createdAtMs,
  });
  const job: Job = { ...unpaid, storedAs: key, ...(next.charged && { charge }) };
  const claim: Claim = {
    id: key,
    workspaceId,
    templateId: template.id,
    version: template.version,
    ...next,
    jobId: job.id,
    createdAtMs: before?.createdAtMs ?? createdAtMs,
    claimedAtMs: createdAtMs,
  };
  const creation = await createUnlessCrowded(dependencies, job, claim, plan);
  if (creation === "out-of-credits") throw outOfCredits(planName);
  if (creation !== "created") return undefined;
  await enqueueJob(dependencies, job);
  return job;
}

/** A crowd at one claim or one balance is what signed images live in: whoever loses the race looks who has won it. */
async function createUnlessCrowded(
  { jobs }: ClaimPictureDependencies,
  job: Job,
  claim: Claim,
  plan: Plan,
): Promise<Creation> {
  try {
    return await jobs.create(job, { grant: plan.credits, claim });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "RATE_LIMITED") return "claimed";
    throw error;
  }
}

async function planOf({ workspaces, plans }: ClaimPictureDependencies, workspaceId: string) {
  const workspace = await workspaces.find(workspaceId);
  if (workspace === undefined) throw new Error(`The workspace ${workspaceId} of a template is not there.`);
  const plan = plans[workspace.plan];
  if (plan === undefined) throw new Error(`The settings lack the plan ${workspace.plan} of workspace ${workspaceId}.`);
  return { plan, planName: workspace.plan };
}
