import { ImageRenderError } from "./image-render-error.js";

/**
 * No complete response arrived: the service cannot be reached, the connection was cut, or the request timed out. After
 * a write without an idempotency key, the outcome is unknown.
 *
 * It has no `cause`: a given `fetch` can throw errors that contain the headers of the request, and so the API key.
 */
export class ConnectionError extends ImageRenderError {
  override readonly name = "ConnectionError";
  // The fields are declared without code, to keep the package small.
  /** Whether no byte arrived within `timeoutMs`. */
  declare readonly isTimeout: boolean;
  /** The code of the system, for example `ECONNREFUSED`, if there is one. */
  declare readonly code: string | undefined;

  constructor(message: string, { isTimeout = false, code }: { isTimeout?: boolean; code?: string | undefined } = {}) {
    super(message);
    this.isTimeout = isTimeout;
    this.code = code;
  }
}
