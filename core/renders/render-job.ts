/** Renders one queued job: claims it, makes its picture, stores it, ends it, and says when the message may go. */
import { ERROR_CATALOGUE, ServiceError } from "../contract/errors.js";
import { MAX_ATTEMPTS } from "../contract/limits.js";
import type { Warning } from "../contract/template/warnings.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { loadTemplateVersion } from "../templates/load-template.js";
import type { TemplateVersionReader } from "../templates/template-version.js";
import { type FinishDependencies, finishJob, publishEnd } from "./finish-job.js";
import { type Job, namesOf, pictureKey, type RenderInputs, type RenderMessage } from "./job.js";
import { pictureHeaders } from "./picture-headers.js";
import type { InputStore } from "./ports.js";

/** What the renderer makes of a job. */
export interface Picture {
  readonly bytes: Uint8Array;
  /** `retryable`: the reason may have passed by the next attempt. */
  readonly warnings: readonly (Warning & { readonly retryable: boolean })[];
}

export type RenderPicture = (
  document: TemplateDocument,
  request: RenderInputs & Pick<Job, "format" | "scale" | "transparent">,
  options: {
    /** Names the document for good: equal for equal documents alone. */
    readonly version: string;
    /** Whose uploads the picture may show. */
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
  /** How long this invocation can still run; the lease ends with it. */
  readonly remainingMs: number;
  /**
   * Called once the job is ours, so that a crash brings the message back when the lease ends and not much later.
   * Rendering starts when it has resolved: a renderer that computes can't speak to the queue.
   */
  readonly onClaimed?: (leaseMs: number) => Promise<void>;
}

/** Whether the message may go, or when it shall come back. */
export type Outcome = { readonly kind: "settled" } | { readonly kind: "retry"; readonly afterSeconds: number };

const SETTLED: Outcome = { kind: "settled" };
/** The wait before the second and third attempt. */
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
      log.warn("The message names a job that does not exist; its creation was undone.", { ...message });
      return SETTLED;
    case "terminal":
      await publishEnd(dependencies, claim.job);
      return SETTLED;
    case "leased":
      return { kind: "retry", afterSeconds: Math.max(1, Math.ceil((claim.untilMs - nowMs) / 1000)) };
    case "exhausted":
      await finishJob(dependencies, claim.job, { nobodyAtMs: nowMs }, { status: "failed", error: exhaustedText() });
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
    const [material] = await Promise.all([gatherMaterial(dependencies, job), onClaimed?.(remainingMs)]);
    const startedMs = now();
    const picture = await dependencies.render(material.document, material.request, material.options);
    const renderMs = Math.round(now() - startedMs);
    if (job.storedAs !== undefined) refusePlaceholders(picture);
    const bytes = await pictures.putFirst(pictureKey(job), {
      bytes: picture.bytes,
      headers: pictureHeaders(job),
    });
    const ending = { status: "done", bytes, renderMs, warnings: picture.warnings } as const;
    const ended = await finishJob(dependencies, job, { leaseToken }, ending);
    // Without the lease somebody else owns the job now; the message stays until that one has ended it.
    return ended === undefined ? { kind: "retry", afterSeconds: RETRY_SECONDS } : SETTLED;
  } catch (error) {
    const ending = failureOf(error, job);
    if (ending === undefined) {
      log.warn("The attempt failed and will be repeated.", { ...namesOf(job), attempts: job.attempts, error });
      await jobs.release(job.id, leaseToken);
      return { kind: "retry", afterSeconds: RETRY_SECONDS * job.attempts };
    }
    log.warn("The job can't be rendered.", { ...namesOf(job), attempts: job.attempts, error });
    const ended = await finishJob(dependencies, job, { leaseToken }, ending);
    return ended === undefined ? { kind: "retry", afterSeconds: RETRY_SECONDS } : SETTLED;
  }
}

/**
 * A signed image is published for good, so nothing that stands in for a missing image may be in it.
 *
 * @throws ServiceError `IMAGE_UNAVAILABLE` when another attempt may have the image, else `VALIDATION_ERROR`.
 */
function refusePlaceholders({ warnings }: Picture): void {
  const missing = warnings.filter(({ code }) => code === "IMAGE_UNAVAILABLE");
  const lasting = missing.find(({ retryable }) => !retryable);
  if (lasting !== undefined) throw new ServiceError("VALIDATION_ERROR", lasting.message);
  const [passing] = missing;
  if (passing !== undefined) throw new ServiceError("IMAGE_UNAVAILABLE", passing.message);
}

/** Reads what the picture is made of. */
async function gatherMaterial({ templates, inputs }: RenderJobDependencies, job: Job) {
  const [template, overrides] = await Promise.all([
    loadTemplateVersion(templates, job.workspaceId, job.templateId, job.templateVersion),
    "key" in job.inputs ? inputs.get(job.inputs.key) : job.inputs,
  ]);
  const { format, scale, transparent } = job;
  const version = `${job.workspaceId} ${template.id} ${template.version}`;
  const options = { version, workspaceId: job.workspaceId };
  return { document: template.document, request: { ...overrides, format, scale, transparent }, options };
}

/** A fault that the author must mend fails the job at once; any other only when its attempts are used up. */
function failureOf(error: unknown, job: Job): { status: "failed"; error: string } | undefined {
  const isPublic = error instanceof ServiceError && !ERROR_CATALOGUE[error.code].reported;
  if (error instanceof ServiceError && !error.retryable) return { status: "failed", error: error.message };
  // A fault that is none of ours, such as an image that stays away, is told as it is.
  return job.attempts >= MAX_ATTEMPTS
    ? { status: "failed", error: isPublic ? error.message : exhaustedText() }
    : undefined;
}

export function exhaustedText(): string {
  return `The picture could not be made in ${MAX_ATTEMPTS} attempts. Try again, or with a smaller scale.`;
}
