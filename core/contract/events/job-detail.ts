/** The parts that several events about jobs and batches share. */
import * as z from "zod";
import { IDS, TIMES } from "../example-jobs.js";
import { jobBodySchema, jobStatusSchema } from "../job-body.js";

/**
 * The fields of an event about a job or a batch. They only identify it: a subscriber can read the job or batch for
 * more.
 */
export const jobDetailShape = {
  /** Derives from what has ended, so that a repeated event has the same ID. */
  eventId: z.string(),
  workspaceId: z.uuid(),
  timestamp: z.iso.datetime(),
  /** Whether the job or the batch has a `webhookUrl`. */
  hasWebhook: z.boolean(),
};

/** Returns the detail of an event about the end of a job. */
export function endedJobDetail<const Type extends string>(type: Type) {
  return z.object({ ...jobDetailShape, type: z.literal(type), jobId: z.uuid(), status: jobStatusSchema });
}

/** Returns an example of the detail of an event about the end of a job. */
export function endedJobExample<const Type extends string, const Status extends string>(type: Type, status: Status) {
  return {
    eventId: `${IDS.render}.${status}`,
    type,
    jobId: IDS.render,
    workspaceId: IDS.workspace,
    status,
    timestamp: TIMES.finished,
    hasWebhook: true,
  };
}

/** Returns the schema of the `data` of a webhook about the end of a job. */
export const endedJobData = () => jobBodySchema.extend({ error: z.string().nullable() });
