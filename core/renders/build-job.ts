/** Builds a job from a checked request. */
import { debitAt } from "../billing/debit.js";
import { priceOf } from "../billing/price.js";
import { isHeavy } from "@image-render/engine/estimate";
import type { CreateRender } from "../contract/render-request.js";
import { DEFAULT_PRIORITY } from "../contract/render-queues.js";
import type { LoadedTemplate } from "../templates/load-template.js";
import type { CheckedRequest, RequestedPicture } from "./check-request.js";
import { inputsOf, type Job } from "./job.js";

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
  readonly checked: CheckedRequest<RequestedPicture & Pick<CreateRender, "priority">>;
  readonly createdAtMs: number;
}

/** Builds a queued job with its price and inputs. */
export function buildJob(terms: JobTerms): Job {
  const { id, workspaceId, requestId, baseUrl, template, checked, createdAtMs } = terms;
  const { request, width, height, estimate } = checked;
  return {
    id,
    workspaceId,
    templateId: template.id,
    templateVersion: template.version,
    format: request.format,
    scale: request.scale,
    transparent: request.transparent,
    ...(request.quality !== undefined && { quality: request.quality }),
    priority: request.priority ?? DEFAULT_PRIORITY,
    ...(isHeavy(estimate) && { heavy: true as const }),
    width,
    height,
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
