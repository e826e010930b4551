/** Renders one queued job: claims it, renders and stores its picture, and ends it. */
import { ERROR_CATALOGUE, ServiceError } from "../contract/errors.js";
import { MAX_ATTEMPTS } from "../contract/limits.js";
import type { Warning } from "../contract/template/warnings.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { loadTemplateVersion } from "../templates/load-template.js";
import type { TemplateVersionReader } from "../templates/template-version.js";
import { failExhaustedJob } from "./fail-exhausted-job.js";
import { type FinishDependencies, finishJob, publishEnd } from "./finish-job.js";
import { type Job, logFieldsOf, pictureKey, type RenderInputs, type RenderMessage } from "./job.js";
import { pictureHeaders } from "./picture-headers.js";
import type { InputStore } from "./ports.js";

export interface Picture {
  readonly bytes: Uint8Array;
  /** In pixels. If the height of the document hugs, only the render knows it. */
  readonly height: number;
  readonly warnings: readonly PictureWarning[];
}

export interface PictureWarning extends Warning {
  /** Whether the cause is transient, so that another attempt can succeed. */
  readonly retryable: boolean;
  /** Present if an image is missing in the picture: the reason, and whether the author chose what replaces it. */
  readonly missingImage?: { readonly reason: string; readonly hasOwnFallback: boolean };
}

export type RenderPicture = (
  document: TemplateDocument,
  request: RenderInputs & Pick<Job, "format" | "scale" | "transparent">,
  options: {
    /** Identifies the document, which never changes. Different documents have different values. */
    readonly version: string;
    /** The workspace whose uploads the picture can use. */
    readonly workspaceId: string;
  },
) => Promise<Picture>;

export interface RenderJobDependencies extends FinishDependencies {
  readonly templates: TemplateVersionReader;
  readonly inputs: InputStore;
  readonly render: RenderPicture;
  readonly newToken: () => string;
}

export interface Delivery {
  /** The remaining time of this invocation. The lease ends with it. */
  readonly remainingMs: number;
  /**
   * Called after the job is claimed. Sets the visibility timeout, so that after a crash the message returns when the lease
   * ends. Rendering waits for it, because a busy renderer cannot call the queue.
   */
  readonly onClaimed?: (leaseMs: number) => Promise<void>;
}

/** `settled`: delete the message. `retry`: the message becomes visible again after this time. */
export type Outcome = { readonly kind: "settled" } | { readonly kind: "retry"; readonly afterSeconds: number };

const SETTLED: Outcome = { kind: "settled" };
/** The delay before the second attempt. The delay before the third is twice as long. */
const RETRY_SECONDS = 2;

export async function renderJob(
  dependencies: RenderJobDependencies,
  message: RenderMessage,
  delivery: Delivery,
): Promise<Outcome> {
  const { jobs, log, now, newToken } = dependencies;
  const nowMs = now();
  const token = newToken();
  const claim = await jobs.claim(message.jobId, { nowMs, untilMs: nowMs + delivery.remainingMs, token });
  switch (claim.kind) {
    case "missing":
      log.warn("The message names a job that does not exist. Its creation was undone.", { ...message });
      return SETTLED;
    case "terminal":
      await publishEnd(dependencies, claim.job);
      return SETTLED;
    case "leased":
      return { kind: "retry", afterSeconds: Math.max(1, Math.ceil((claim.untilMs - nowMs) / 1000)) };
    case "exhausted":
      await failExhaustedJob(dependencies, claim.job, { unleasedAtMs: nowMs });
      return SETTLED;
    case "claimed":
      return await renderClaimed(dependencies, claim.job, token, delivery);
  }
}

async function renderClaimed(
  dependencies: RenderJobDependencies,
  job: Job,
  leaseToken: string,
  { onClaimed, remainingMs }: Delivery,
): Promise<Outcome> {
  const { jobs, pictures, log, now } = dependencies;
  try {
    const [source] = await Promise.all([loadSource(dependencies, job), onClaimed?.(remainingMs)]);
    const startedMs = now();
    const picture = await dependencies.render(source.document, source.request, source.options);
    const renderMs = Math.round(now() - startedMs);
    if (job.storedAs !== undefined) rejectMissingImages(picture);
    const bytes = await pictures.putFirst(pictureKey(job), {
      bytes: picture.bytes,
      headers: pictureHeaders(job),
    });
    const warnings = picture.warnings.map(storedWarning);
    const ending = { status: "done", bytes, height: picture.height, renderMs, warnings } as const;
    const ended = await finishJob(dependencies, job, { leaseToken }, ending);
    // If the lease was lost, another renderer has the job. Keep the message until that renderer ends the job.
    return ended === undefined ? { kind: "retry", afterSeconds: RETRY_SECONDS } : SETTLED;
  } catch (error) {
    const ending = failureOf(error, job);
    if (ending === undefined) {
      log.warn("The attempt failed. The job will be retried.", { ...logFieldsOf(job), attempts: job.attempts, error });
      await jobs.release(job.id, leaseToken);
      return { kind: "retry", afterSeconds: RETRY_SECONDS * job.attempts };
    }
    log.warn("The attempt failed. The job ends as failed.", { ...logFieldsOf(job), attempts: job.attempts, error });
    const ended =
      ending === "exhausted"
        ? await failExhaustedJob(dependencies, job, { leaseToken })
        : await finishJob(dependencies, job, { leaseToken }, ending);
    return ended === undefined ? { kind: "retry", afterSeconds: RETRY_SECONDS } : SETTLED;
  }
}

/**
 * A signed image is cached as immutable. For an image that will stay missing, it may contain what the author chose instead.
 * It must not contain a placeholder that nobody chose, or one for an image that can be back in a moment.
 *
 * @throws ServiceError `IMAGE_UNAVAILABLE` if another attempt can succeed, `VALIDATION_ERROR` otherwise.
 */
function rejectMissingImages({ warnings }: Picture): void {
  const missing = warnings.filter(({ missingImage }) => missingImage !== undefined);
  const permanent = missing.find(({ missingImage, retryable }) => !retryable && missingImage?.hasOwnFallback === false);
  if (permanent?.missingImage !== undefined) {
    const way = "Set fallback_image_url or fallback_color on the layer to show something else.";
    throw new ServiceError("VALIDATION_ERROR", `${permanent.missingImage.reason} ${way}`);
  }
  const transient = missing.find(({ retryable }) => retryable);
  if (transient?.missingImage !== undefined) {
    throw new ServiceError("IMAGE_UNAVAILABLE", transient.missingImage.reason);
  }
}

function storedWarning({ code, layer, message }: PictureWarning): Warning {
  return { code, layer, message };
}

/** Reads the template version and the overrides. */
async function loadSource({ templates, inputs }: RenderJobDependencies, job: Job) {
  const [template, overrides] = await Promise.all([
    loadTemplateVersion(templates, job.workspaceId, job.templateId, job.templateVersion),
    "key" in job.inputs ? inputs.get(job.inputs.key) : job.inputs,
  ]);
  const { format, scale, transparent } = job;
  const version = `${job.workspaceId} ${template.id} ${template.version}`;
  const options = { version, workspaceId: job.workspaceId };
  return { document: template.document, request: { ...overrides, format, scale, transparent }, options };
}

/** Permanent errors fail the job immediately. Transient errors fail it only after the last attempt. */
function failureOf(error: unknown, job: Job): { status: "failed"; error: string } | "exhausted" | undefined {
  const isPublic = error instanceof ServiceError && !ERROR_CATALOGUE[error.code].reported;
  if (error instanceof ServiceError && !error.retryable) return { status: "failed", error: error.message };
  // Errors that are not internal, such as an unavailable image, keep their message.
  if (job.attempts < MAX_ATTEMPTS) return undefined;
  return isPublic ? { status: "failed", error: error.message } : "exhausted";
}
