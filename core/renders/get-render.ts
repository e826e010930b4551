/** Reads a job of a workspace. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { Job } from "./job.js";
import type { JobStore } from "./ports.js";

const jobIdSchema = z.uuid();

/** @throws ServiceError `NOT_FOUND` for a job that does not exist or that another workspace owns. */
export async function getRender(jobs: Pick<JobStore, "findOwned">, workspaceId: string, id: string): Promise<Job> {
  const job = jobIdSchema.safeParse(id).success ? await jobs.findOwned(workspaceId, id.toLowerCase()) : undefined;
  if (job === undefined) throw noSuchRender();
  return job;
}

export function noSuchRender(): ServiceError {
  return new ServiceError("NOT_FOUND", "There is no such render in this workspace.");
}
