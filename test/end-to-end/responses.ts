/** Reads responses of the service. */
import { errorBodySchema } from "../../core/contract/errors.js";

export async function bytesOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await response.arrayBuffer());
}

/** The status and the code of an error response. */
export async function statusAndCode(response: Response): Promise<[number, string]> {
  return [response.status, errorBodySchema.parse(await response.json()).code];
}

/** An error response without its message. */
export async function errorOf(response: Response) {
  const { code, details } = errorBodySchema.parse(await response.json());
  return { status: response.status, code, details };
}
