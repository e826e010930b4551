/** The dependencies of the render use cases, in memory, with a controllable clock. */
import { createFailedWorkCounter, createFailureLimit } from "../../core/access/failed-work.js";
import type { ServiceEvent } from "../../core/contract/events.js";
import type { Job, RenderMessage } from "../../core/renders/job.js";
import type { QueueName } from "../../core/contract/render-queues.js";
import type { BatchQueue } from "../../core/batches/ports.js";
import type { RenderQueue } from "../../core/renders/ports.js";
import type { Log } from "../../core/shared/log.js";
import type { TemplateVersion } from "../../core/templates/template-version.js";
import type { UploadCheck } from "../../core/uploads/check-uploads.js";
import { createInMemoryInputs, createInMemoryPictures } from "./in-memory-buckets.js";
import { createInMemoryJobs } from "./in-memory-jobs.js";
import { createInMemoryLimits } from "./in-memory-limits.js";
import { createInMemoryTemplates } from "./in-memory-templates.js";

export const WORKSPACE = "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e01";
export const OTHER_WORKSPACE = "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e02";
export const TEMPLATE = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
export const JOB = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
export const START_MS = Date.UTC(2026, 10, 1, 12);

/** A document with one text layer named `title`. */
export const DOCUMENT = {
  width: 400,
  height: 200,
  background: "#ffffff",
  layers: [{ id: "title", type: "text", name: "title", x: 20, y: 20, width: 360, height: 80, text: "Hello" }],
};

export function templateVersion(overrides: Partial<TemplateVersion> = {}): TemplateVersion {
  return {
    id: TEMPLATE,
    workspaceId: WORKSPACE,
    version: 1,
    name: "Card",
    document: JSON.stringify(DOCUMENT),
    createdAtMs: START_MS,
    ...overrides,
  };
}

export function queuedJob(overrides: Partial<Job> = {}): Job {
  return {
    id: JOB,
    workspaceId: WORKSPACE,
    templateId: TEMPLATE,
    templateVersion: 1,
    format: "png",
    scale: 1,
    transparent: false,
    priority: 5,
    width: 400,
    height: 200,
    inputs: { layers: {}, variables: {} },
    baseUrl: "https://images.example.com",
    requestId: "request-1",
    status: "queued",
    attempts: 0,
    createdAtMs: START_MS,
    enqueuedAtMs: START_MS,
    ...overrides,
  };
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Checks uploads in tests that have none. Returns an issue for each named upload. */
export const noUploads: UploadCheck = async (_workspaceId, named) =>
  named.map(({ path, uploadId }) => ({ path, message: `There is no upload ${uploadId}.` }));

export function createRenderFixture(
  jobs: readonly Job[] = [],
  templates: readonly TemplateVersion[] = [templateVersion()],
) {
  const clock = { nowMs: START_MS };
  const sent: { queue: QueueName; workspaceId: string; message: RenderMessage }[] = [];
  const published: ServiceEvent[] = [];
  const pictures = createInMemoryPictures();
  const inputs = createInMemoryInputs();
  const queue: RenderQueue & BatchQueue = {
    sendAll: async (jobs) => {
      for (const { queue, job } of jobs) {
        const message = { jobId: job.id, requestId: job.requestId, workspaceId: job.workspaceId };
        sent.push({ queue, workspaceId: job.workspaceId, message });
      }
      return { results: new Map(jobs.map(({ job }) => [job.id, "sent"])), errors: [] };
    },
    send: async (queue, workspaceId, message) => void sent.push({ queue, workspaceId, message }),
  };
  const stored = createInMemoryJobs(...jobs);
  const limits = createInMemoryLimits();
  const now = () => clock.nowMs;
  let ids = 0;
  return {
    clock,
    sent,
    published,
    stored: pictures.stored,
    storedInputs: inputs.stored,
    jobs: stored,
    batches: stored.batches,
    templates: createInMemoryTemplates(...templates),
    queue,
    pictures,
    inputs,
    events: { publish: async (event: ServiceEvent) => void published.push(event) },
    log: silentLog,
    now,
    countFailedWork: createFailedWorkCounter(limits, now),
    requireFewFailures: createFailureLimit(limits, now),
    newId: () => `3f2504e0-4f89-41d3-9a0c-${String((ids += 1)).padStart(12, "0")}`,
    newToken: () => `token-${String((ids += 1))}`,
    checkUploads: noUploads,
    findUploadImages: async () => new Map(),
    allowLoopbackTargets: false,
    retentionClasses: [],
  };
}
