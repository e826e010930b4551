/**
 * The subjects of webhooks: renders and batches as their bodies show them, and the data of events about a workspace.
 */
import type { BatchWithJobs } from "../batches/get-batch.js";
import type { BatchStore } from "../batches/ports.js";
import { presentBatch } from "../batches/present-batch.js";
import type { Job } from "../renders/job.js";
import type { JobStore } from "../renders/ports.js";
import { presentJob } from "../renders/present-job.js";
import type { KeyRing } from "../signing/key-ring.js";
import type { SubjectReader, SubjectState } from "./ports.js";

export interface SubjectDependencies {
  readonly jobs: Pick<JobStore, "find">;
  readonly batches: Pick<BatchStore, "find" | "jobsOf">;
  readonly keyRing: KeyRing;
}

/** A deleted job is still reported, because it ended before it was deleted. */
export function createSubjects(dependencies: SubjectDependencies): SubjectReader {
  return {
    find: async ({ subject: { kind, id }, workspaceId, data }) => {
      if (kind === "render") return await findRender(dependencies, id, workspaceId);
      if (kind === "batch") return await findBatch(dependencies, id, workspaceId);
      return { webhookUrl: undefined, data: inOrder(data) };
    },
  };
}

async function findRender(
  { jobs, keyRing }: SubjectDependencies,
  id: string,
  workspaceId: string,
): Promise<SubjectState | undefined> {
  const job = await jobs.find(id);
  if (job?.workspaceId !== workspaceId) return undefined;
  const { webhookUrl, requestId, batchId } = job;
  return { webhookUrl, data: dataOfRender(job, keyRing), ids: { requestId, batchId } };
}

async function findBatch(
  { batches, keyRing }: SubjectDependencies,
  id: string,
  workspaceId: string,
): Promise<SubjectState | undefined> {
  const batch = await batches.find(id);
  if (batch?.workspaceId !== workspaceId) return undefined;
  const jobs = await batches.jobsOf(batch);
  const { webhookUrl, requestId, id: batchId } = batch;
  return { webhookUrl, data: dataOfBatch({ batch, jobs }, keyRing), ids: { requestId, batchId } };
}

/**
 * Returns the `data` that an event has itself, with its keys in order. A table returns the keys of an object in any order,
 * and the text of a body has to be the same at each attempt, because signatures are about the text.
 */
export function inOrder(data: Readonly<Record<string, unknown>> = {}): SubjectState["data"] {
  return Object.fromEntries(Object.entries(data).toSorted(([first], [second]) => (first < second ? -1 : 1)));
}

/** Returns the `data` of the event about the end of a job. */
export function dataOfRender(job: Job, keyRing: KeyRing): SubjectState["data"] {
  // Each attempt changes these two fields, but the body must not depend on earlier attempts.
  const reported = { ...job, webhookDeliveredAtMs: undefined, webhookLastError: undefined };
  return { ...presentJob(reported, keyRing), error: job.error ?? null };
}

/** Returns the `data` of the event about the end of a batch. A batch has no error of its own: its jobs have them. */
export function dataOfBatch(ended: BatchWithJobs, keyRing: KeyRing): SubjectState["data"] {
  return { ...presentBatch(ended, keyRing), error: null };
}
