/** A job as responses show it. */
import type { JobBody, Stages } from "../contract/job-body.js";
import { signAsset } from "../signing/asset-signature.js";
import type { KeyRing } from "../signing/key-ring.js";
import type { Job, StageTimes } from "./job.js";

const toIso = (epochMs: number): string => new Date(epochMs).toISOString();

/** Omits absent values. */
export function presentJob(job: Job, ring: KeyRing): JobBody {
  const assetUrl =
    job.status === "done" && job.archivedAtMs === undefined
      ? `${job.baseUrl}/api/v1/renders/${job.id}/asset?sig=${signAsset(ring, job.id, job.format)}`
      : undefined;
  return {
    id: job.id,
    status: job.status,
    template: job.templateId,
    version: job.templateVersion,
    format: job.format,
    width: job.width,
    height: job.height,
    scale: job.scale,
    ...(job.quality !== undefined && { quality: job.quality }),
    attempts: job.attempts,
    priority: job.priority,
    createdAt: toIso(job.createdAtMs),
    ...(job.finishedAtMs !== undefined && { finishedAt: toIso(job.finishedAtMs) }),
    ...(assetUrl !== undefined && { assetUrl }),
    ...(job.archivedAtMs !== undefined && { archivedAt: toIso(job.archivedAtMs) }),
    ...(job.error !== undefined && { error: job.error }),
    ...(job.warnings !== undefined && job.warnings.length > 0 && { warnings: job.warnings }),
    ...(job.metadata !== undefined && { metadata: job.metadata }),
    ...(job.renderMs !== undefined && { renderMs: job.renderMs }),
    ...(job.stages !== undefined && { stages: presentStages(job.stages) }),
    ...(job.bytes !== undefined && { bytes: job.bytes }),
    ...(job.webhookDeliveredAtMs !== undefined && { webhookDeliveredAt: toIso(job.webhookDeliveredAtMs) }),
    ...(job.webhookLastError !== undefined && { webhookLastError: job.webhookLastError }),
    ...(job.batchId !== undefined && { batchId: job.batchId }),
    ...(job.rerenderOf !== undefined && { rerenderOf: job.rerenderOf }),
  };
}

function presentStages([queuedMs, loadMs, drawMs, encodeMs, storeMs]: StageTimes): Stages {
  return { queuedMs, loadMs, drawMs, encodeMs, storeMs };
}
