/** Builds a job from a validated request. */
import { debitAt } from "../billing/debit.js";
import { priceOf } from "../billing/price.js";
import { type Estimate, isHeavy } from "@image-render/engine/estimate";
import type { CreateRender } from "../contract/create-render.js";
import { DEFAULT_PRIORITY } from "../contract/render-queues.js";
import { maxSizeOf, pictureSize } from "@image-render/engine/document";
import type { LoadedTemplate } from "../templates/load-template.js";
import { inputsOf, type Job, type RenderInputs } from "./job.js";

/** If the job is not marked as enqueued after this time, the sweeper enqueues it. */
const ENQUEUE_GRACE_MS = 60_000;

export interface JobTerms {
  readonly id: string;
  readonly workspaceId: string;
  /** The ID of the request that creates the job. */
  readonly requestId: string;
  /** The base URL of that request. */
  readonly baseUrl: string;
  readonly template: LoadedTemplate;
  readonly request: RenderInputs & Pick<CreateRender, "format" | "scale" | "transparent" | "priority">;
  readonly estimate: Estimate;
  readonly createdAtMs: number;
}

/** Builds a queued job with its price and inputs. */
export function buildJob(terms: JobTerms): Job {
  const { id, workspaceId, requestId, baseUrl, template, request, estimate, createdAtMs } = terms;
  return {
    id,
    workspaceId,
    templateId: template.id,
    templateVersion: template.version,
    format: request.format,
    scale: request.scale,
    transparent: request.transparent,
    priority: request.priority ?? DEFAULT_PRIORITY,
    ...(isHeavy(estimate) && { heavy: true as const }),
    ...pictureSize(maxSizeOf(template.document), request.scale),
    inputs: inputsOf(request),
    baseUrl,
    requestId,
    status: "queued",
    attempts: 0,
    createdAtMs,
    debit: debitAt(createdAtMs, priceOf(request.format)),
    sweepAtMs: createdAtMs + ENQUEUE_GRACE_MS,
  };
}
