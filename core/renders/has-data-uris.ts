/** Checks the size of a job's overrides without their data URIs. */
import { ServiceError } from "../contract/errors.js";
import { MAX_INPUT_BYTES } from "../contract/limits.js";
import type { RenderInputs } from "./job.js";

/**
 * Returns whether the inputs contain data URIs. Such inputs are stored in the bucket, not in the job's item.
 *
 * @throws ServiceError `PAYLOAD_TOO_LARGE` if the inputs without their data URIs exceed the limit.
 */
export function hasDataUris(inputs: RenderInputs): boolean {
  let found = false;
  const rest = JSON.stringify(inputs, (_key, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith("data:")) return value;
    found = true;
    return "";
  });
  if (Buffer.byteLength(rest) > MAX_INPUT_BYTES) {
    throw new ServiceError(
      "PAYLOAD_TOO_LARGE",
      `\`layers\` and \`variables\` can have at most ${MAX_INPUT_BYTES / 1024} KB, not counting images in data URIs.`,
    );
  }
  return found;
}
