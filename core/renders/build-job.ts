/** Makes a job of a request that has been found to be fit to render. */
import { chargeAt } from "../billing/charge.js";
import type { CreateRender } from "../contract/create-render.js";
import { DEFAULT_PRIORITY } from "../contract/render-queues.js";
import { pictureSize } from "../contract/template/output.js";
import type { LoadedTemplate } from "../templates/load-template.js";
import type { Job } from "./job.js";

const CREDITS_A_RENDER = 1;
/** A job that no queue is known to have after this time is sent by the sweeper. */
const ENQUEUE_GRACE_MS = 60_000;

export interface JobTerms {
  readonly id: string;
  readonly workspaceId: string;
  /** Of the request that creates the job, and the address that it came to. */
  readonly requestId: string;
  readonly baseUrl: string;
  readonly template: LoadedTemplate;
  readonly request: Pick<CreateRender, "format" | "scale" | "transparent" | "priority" | "layers" | "variables">;
  readonly createdAtMs: number;
}

/** A queued job that costs a credit, its inputs in it. */
export function buildJob({ id, workspaceId, requestId, baseUrl, template, request, createdAtMs }: JobTerms): Job {
  return {
    id,
    workspaceId,
    templateId: template.id,
    templateVersion: template.version,
    format: request.format,
    scale: request.scale,
    transparent: request.transparent,
    priority: request.priority ?? DEFAULT_PRIORITY,
    ...pictureSize(template.document, request.scale),
    inputs: { layers: request.layers, variables: request.variables },
    baseUrl,
    requestId,
    status: "queued",
    attempts: 0,
    createdAtMs,
    charge: chargeAt(createdAtMs, CREDITS_A_RENDER),
    sweepAtMs: createdAtMs + ENQUEUE_GRACE_MS,
  };
}
