/** Measures what a job's overrides weigh without the data URIs in them, which are stored apart. */
import { ServiceError } from "../contract/errors.js";
import { MAX_INPUT_BYTES } from "../contract/limits.js";
import type { RenderInputs } from "./job.js";

/**
 * Whether the inputs hold data URIs and so belong into the bucket rather than into the job's item.
 *
 * @throws ServiceError `PAYLOAD_TOO_LARGE` when what is left without the data URIs is over the limit.
 */
export function hasDataUris(inputs: RenderInputs): boolean {
  let found = false;
  const left = JSON.stringify(inputs, (_key, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith("data:")) return value;
    found = true;
    return "";
  });
  if (Buffer.byteLength(left) > MAX_INPUT_BYTES) {
    throw new ServiceError(
      "PAYLOAD_TOO_LARGE",
      `\`layers\` and \`variables\` hold at most ${MAX_INPUT_BYTES / 1024} KB besides images given as data URIs.`,
    );
  }
  return found;
}
