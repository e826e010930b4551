import { ConnectionError } from "../errors/connection-error.js";
import { ImageRenderError } from "../errors/image-render-error.js";
import type { SentRequest } from "../options.js";
import { readError } from "./read-error.js";
import type { Settings } from "./settings.js";
import { Watchdog } from "./watchdog.js";

/** A request that can be sent as often as necessary. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | undefined;
  readonly redirect?: "follow" | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the request can be repeated although it may have been executed. */
  readonly isRepeatable: boolean;
  /** The statuses outside of 200 to 299 that are not errors. */
  readonly accepts?: readonly number[] | undefined;
}

/** Reads a response that is not an error. It stops the watchdog when it expects no more bytes. */
export type Read<T> = (response: Response, watchdog: Watchdog) => T | Promise<T>;

/** Sends a request once. @throws ApiError, ConnectionError, and the reason of the caller's signal */
export async function attempt<T>(
  settings: Settings,
  request: PreparedRequest,
  sent: SentRequest,
  read: Read<T>,
): Promise<T> {
  const { method, url, headers, body, redirect = "manual", timeoutMs, signal, accepts = [] } = request;
  const watchdog = new Watchdog(timeoutMs, signal);
  const startMs = Date.now();
  try {
    // A redirect would drop the key or send it to another host.
    const init: RequestInit = {
      method,
      headers: { ...headers },
      body: body ?? null,
      redirect,
      signal: watchdog.signal,
    };
    const response = await settings.fetch(url, init);
    watchdog.touch();
    const { status } = response;
    const requestId = response.headers.get("x-request-id") ?? undefined;
    notify(settings.hooks.response, { ...sent, status, requestId, durationMs: Date.now() - startMs });
    if (!response.ok && !accepts.includes(status)) throw await readError(response, watchdog);
    return await read(response, watchdog);
  } catch (error) {
    watchdog.stop();
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof ImageRenderError) throw error;
    throw connectionError(settings, url, timeoutMs, watchdog.hasExpired, error);
  }
}

/** Calls a hook. A bug in it must not fail a request that has changed something. */
export function notify<T>(hook: ((value: T) => void) | undefined, value: T): void {
  try {
    hook?.(value);
  } catch {
    // Documented: errors that hooks throw are ignored.
  }
}

function connectionError(
  { apiKey = "Bearer" }: Settings,
  { origin }: URL,
  timeoutMs: number,
  isTimeout: boolean,
  error: unknown,
): ConnectionError {
  if (isTimeout) {
    return new ConnectionError(`${origin} did not respond within ${timeoutMs / 1000} seconds.`, { isTimeout });
  }
  const { message, cause } = Object(error) as { message?: unknown; cause?: { code?: unknown } };
  const code = typeof cause?.code === "string" ? cause.code : undefined;
  // A given `fetch` could repeat the key in its message.
  const text = code ?? String(message).replaceAll(apiKey, "…");
  return new ConnectionError(`${origin} cannot be reached (${text}). Check the URL and the network.`, { code });
}
