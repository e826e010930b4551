/** Finds the layers and variables of a render. */
import { ServiceError } from "../contract/errors.js";
import type { Job, RenderInputs } from "./job.js";
import type { InputStore } from "./ports.js";

/** @throws ServiceError `GONE` if they are no longer stored */
export async function storedInputs(inputs: Pick<InputStore, "find">, job: Job): Promise<RenderInputs> {
  const found = "key" in job.inputs ? await inputs.find(job.inputs.key) : job.inputs;
  if (found !== undefined) return found;
  const { templateId: template, templateVersion: version } = job;
  const message =
    "The request of this render is no longer stored, so it cannot be rendered again. " +
    `Send its layers and variables with POST /api/v1/render (template ${template}, version ${version}).`;
  throw new ServiceError("GONE", message, { details: { template, version } });
}
