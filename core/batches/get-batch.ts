/** Reads a batch of a workspace. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { Job } from "../renders/job.js";
import type { Batch } from "./batch.js";
import type { BatchStore } from "./ports.js";

const batchIdSchema = z.uuid();

/** A batch, and its jobs whose items have not expired. */
export interface BatchWithJobs {
  readonly batch: Batch;
  readonly jobs: readonly Job[];
}

/** Resolves to `undefined` for a batch that does not exist or that another workspace owns. */
async function findOwnedBatch(
  batches: Pick<BatchStore, "find">,
  workspaceId: string,
  id: string,
): Promise<Batch | undefined> {
  const batch = batchIdSchema.safeParse(id).success ? await batches.find(id.toLowerCase()) : undefined;
  return batch?.workspaceId === workspaceId ? batch : undefined;
}

/** @throws ServiceError `NOT_FOUND`. */
export async function requireBatch(batches: Pick<BatchStore, "find">, workspaceId: string, id: string): Promise<Batch> {
  const batch = await findOwnedBatch(batches, workspaceId, id);
  if (batch === undefined) throw new ServiceError("NOT_FOUND", "There is no such batch in this workspace.");
  return batch;
}

/** @throws ServiceError `NOT_FOUND`. */
export async function getBatch(
  batches: Pick<BatchStore, "find" | "jobsOf">,
  workspaceId: string,
  id: string,
): Promise<BatchWithJobs> {
  const batch = await requireBatch(batches, workspaceId, id);
  return { batch, jobs: await batches.jobsOf(batch) };
}

/** Resolves to an empty list for a batch that does not exist or that another workspace owns. */
export async function findBatchJobs(
  batches: Pick<BatchStore, "find" | "jobsOf">,
  workspaceId: string,
  id: string,
): Promise<readonly Job[]> {
  const batch = await findOwnedBatch(batches, workspaceId, id);
  return batch === undefined ? [] : await batches.jobsOf(batch);
}
