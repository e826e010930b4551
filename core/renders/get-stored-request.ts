/** Returns the request of a render as it is stored. */
import type { StoredRequest } from "../contract/stored-request.js";
import { getRender } from "./get-render.js";
import { inputsOf } from "./job.js";
import type { InputStore, JobStore } from "./ports.js";
import { storedInputs } from "./stored-inputs.js";

export interface StoredRequestDependencies {
  readonly jobs: Pick<JobStore, "findOwned">;
  readonly inputs: Pick<InputStore, "find">;
}

/** @throws ServiceError `NOT_FOUND`; `GONE` if the inputs of the render are no longer stored */
export async function getStoredRequest(
  { jobs, inputs }: StoredRequestDependencies,
  workspaceId: string,
  id: string,
): Promise<StoredRequest> {
  const job = await getRender(jobs, workspaceId, id);
  const stored = inputsOf(await storedInputs(inputs, job));
  const { format, scale, transparent, quality, metadata, webhookUrl } = job;
  return {
    template: job.templateId,
    version: job.templateVersion,
    request: {
      format,
      scale,
      ...(transparent && { transparent }),
      ...(quality !== undefined && { quality }),
      ...stored,
      ...(metadata !== undefined && { metadata }),
      ...(webhookUrl !== undefined && { webhookUrl }),
    },
  };
}
