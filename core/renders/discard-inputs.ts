/** Removes the inputs of jobs that were drafted but not created. */
import { ServiceError } from "../contract/errors.js";
import { inGroups } from "../shared/in-groups.js";
import { inputsKey, type Job, logFieldsOf } from "./job.js";
import type { InputStore } from "./ports.js";
import type { Log } from "../shared/log.js";

/** The number of files that are removed at the same time. */
const CONCURRENT_REMOVALS = 10;

export interface DiscardInputsDependencies {
  readonly inputs: Pick<InputStore, "remove">;
  readonly log: Log;
}

/**
 * Removes inputs from the bucket. Never rejects, because the caller already has an error or a response. A lifecycle
 * rule deletes the files that remain.
 */
export async function discardInputs({ inputs, log }: DiscardInputsDependencies, jobs: readonly Job[]): Promise<void> {
  const stored = jobs.filter((job) => "key" in job.inputs);
  await inGroups(stored, CONCURRENT_REMOVALS, async (job) => {
    try {
      await inputs.remove(inputsKey(job.id));
    } catch (error) {
      log.warn("The inputs of a job that was not created could not be removed.", { ...logFieldsOf(job), error });
    }
  });
}

/** Enqueues jobs, and removes their inputs if the creation was undone because the queue refused every message. */
export async function discardInputsIfUndone(
  dependencies: DiscardInputsDependencies,
  jobs: readonly Job[],
  enqueue: () => Promise<void>,
): Promise<void> {
  try {
    await enqueue();
  } catch (error) {
    // After any other error, the jobs may exist.
    if (error instanceof ServiceError && error.code === "QUEUE_UNAVAILABLE") await discardInputs(dependencies, jobs);
    throw error;
  }
}
