/**
 * Renders a job whose lease the caller holds: renders and stores its picture, and ends it. The renderer uses it for the
 * jobs of its queues. A function that creates a job with its lease uses it for that job.
 */
import type { CountFailedWork, OnCpuMs } from "../access/failed-work.js";
import { ERROR_CATALOGUE, ServiceError } from "../contract/errors.js";
import { MAX_ATTEMPTS } from "../contract/limits.js";
import type { TemplateDocument, Warning } from "@image-render/engine/document";
import { type LoadedTemplate, loadTemplateVersion } from "../templates/load-template.js";
import type { LoadTemplateVersion } from "../templates/template-version-cache.js";
import type { TemplateVersionReader } from "../templates/template-version.js";
import { failExhaustedJob } from "./fail-exhausted-job.js";
import { type FinishDependencies, finishJob } from "./finish-job.js";
import { type Job, logFieldsOf, pictureKey, type RenderInputs, type StageTimes } from "./job.js";
import { pictureHeaders } from "./picture-headers.js";
import type { InputStore } from "./ports.js";

export interface Picture {
  readonly bytes: Uint8Array;
  /** In pixels. If the height of the document hugs, only the render determines it. */
  readonly height: number;
  readonly warnings: readonly PictureWarning[];
  /** The parts of the render that are not drawing, in milliseconds. */
  readonly parts?: RenderParts;
}

export interface RenderParts {
  /** The time in which the render waited for images or uploads. */
  readonly loadMs: number;
  readonly encodeMs: number;
}

export interface PictureWarning extends Warning {
  /** Whether the cause is transient, so that another attempt can succeed. */
  readonly retryable: boolean;
  /** Present if an image is missing in the picture: the reason, and whether the author chose the replacement. */
  readonly missingImage?: { readonly reason: string; readonly hasOwnFallback: boolean };
}

export type RenderPicture = (
  document: TemplateDocument,
  request: RenderInputs & Pick<Job, "format" | "scale" | "transparent" | "quality">,
  options: {
    /** Identifies the document, which never changes. Different documents have different values. */
    readonly version: string;
    /** The workspace whose uploads the picture can use. */
    readonly workspaceId: string;
    readonly onCpuMs: OnCpuMs;
  },
) => Promise<Picture>;

export interface RenderClaimedDependencies extends FinishDependencies {
  readonly templates: TemplateVersionReader;
  /** @default reads the version each time */
  readonly loadVersion?: LoadTemplateVersion;
  readonly inputs: InputStore;
  readonly render: RenderPicture;
  readonly countFailedWork: CountFailedWork;
  /** Called when this render has stored its picture, before the job ends. Not called if another writer was first. */
  readonly onStored?: (stored: StoredPicture) => void;
}

/** The picture as it is stored now. */
export interface StoredPicture {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/**
 * `ended`: the caller has ended the job. `lost`: the lease was lost, and another function has the job. `transient`:
 * another attempt can succeed. The lease is still active, so that the caller can first make sure that there will be
 * one.
 */
export type RenderResult = { readonly kind: "ended"; readonly job: Job } | { readonly kind: "lost" | "transient" };

export interface RenderOptions {
  /** Runs while the template is read. Rendering waits for it. */
  readonly beforeRender?: () => Promise<void>;
  /** The template version of the job, if the caller has it already. */
  readonly template?: LoadedTemplate | undefined;
}

export async function renderClaimed(
  dependencies: RenderClaimedDependencies,
  job: Job,
  leaseToken: string,
  { beforeRender, template }: RenderOptions = {},
): Promise<RenderResult> {
  const { pictures, log, now, onStored } = dependencies;
  const claimedMs = now();
  try {
    const [source] = await Promise.all([loadSource(dependencies, job, template), beforeRender?.()]);
    const startedMs = now();
    const picture = await dependencies.countFailedWork(job.workspaceId, log, async (onCpuMs) => {
      const rendered = await dependencies.render(source.document, source.request, { ...source.options, onCpuMs });
      if (job.storedAs !== undefined) rejectMissingImages(rendered);
      return rendered;
    });
    const renderedMs = now();
    const { bytes, etag } = await pictures.putFirst(pictureKey(job), {
      bytes: picture.bytes,
      headers: pictureHeaders(job),
      retentionClass: job.retentionClass,
    });
    if (etag !== undefined) onStored?.({ bytes: picture.bytes, etag });
    // The warnings of the job are about its request.
    const warnings = [...(job.warnings ?? []), ...picture.warnings.map(storedWarning)];
    const times = { claimedMs, startedMs, renderedMs, storedMs: now() };
    const renderMs = Math.round(renderedMs - startedMs);
    const stages = stagesOf(job, times, picture.parts);
    const ending = { status: "done", bytes, height: picture.height, renderMs, stages, warnings } as const;
    return resultOf(await finishJob(dependencies, job, { leaseToken }, ending));
  } catch (error) {
    const ending = failureOf(error, job);
    const facts = { ...logFieldsOf(job), attempts: job.attempts, error };
    if (ending === undefined) {
      log.warn("The attempt failed. The job will be retried.", facts);
      return { kind: "transient" };
    }
    log.warn("The attempt failed. The job ends as failed.", facts);
    const ended =
      ending === "exhausted"
        ? await failExhaustedJob(dependencies, job, { leaseToken })
        : await finishJob(dependencies, job, { leaseToken }, ending);
    return resultOf(ended);
  }
}

/** The loads of a render are counted as loading, although the renderer draws other layers meanwhile. */
function stagesOf(
  { createdAtMs }: Job,
  {
    claimedMs,
    startedMs,
    renderedMs,
    storedMs,
  }: Readonly<Record<"claimedMs" | "startedMs" | "renderedMs" | "storedMs", number>>,
  { loadMs, encodeMs }: RenderParts = { loadMs: 0, encodeMs: 0 },
): StageTimes {
  const drawMs = renderedMs - startedMs - loadMs - encodeMs;
  const times = [claimedMs - createdAtMs, startedMs - claimedMs + loadMs, drawMs, encodeMs, storedMs - renderedMs];
  // The clocks of two functions can differ.
  const [queued = 0, load = 0, draw = 0, encode = 0, store = 0] = times.map((ms) => Math.max(0, Math.round(ms)));
  return [queued, load, draw, encode, store];
}

function resultOf(ended: Job | undefined): RenderResult {
  return ended === undefined ? { kind: "lost" } : { kind: "ended", job: ended };
}

/**
 * A signed image is cached as immutable. If an image stays missing, the picture may contain the replacement that the
 * author chose. It must not contain a placeholder that nobody chose, or a replacement for an image that may soon be
 * available again.
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
async function loadSource(
  { templates, inputs, loadVersion = loadTemplateVersion }: RenderClaimedDependencies,
  job: Job,
  known: LoadedTemplate | undefined,
) {
  const [template, overrides] = await Promise.all([
    known ?? loadVersion(templates, job.workspaceId, job.templateId, job.templateVersion),
    "key" in job.inputs ? inputs.get(job.inputs.key) : job.inputs,
  ]);
  const { format, scale, transparent, quality } = job;
  const version = `${job.workspaceId} ${template.id} ${template.version}`;
  const options = { version, workspaceId: job.workspaceId };
  return { document: template.document, request: { ...overrides, format, scale, transparent, quality }, options };
}

/** Permanent errors fail the job immediately. Transient errors fail it only after the last attempt. */
function failureOf(error: unknown, job: Job): { status: "failed"; error: string } | "exhausted" | undefined {
  const isPublic = error instanceof ServiceError && !ERROR_CATALOGUE[error.code].reported;
  if (error instanceof ServiceError && !error.retryable) return { status: "failed", error: error.message };
  // Errors that are not internal, such as an unavailable image, keep their message.
  if (job.attempts < MAX_ATTEMPTS) return undefined;
  return isPublic ? { status: "failed", error: error.message } : "exhausted";
}
