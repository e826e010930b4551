import { ApiError } from "../errors/api-error.js";
import { ConnectionError } from "../errors/connection-error.js";
import { ImageRenderError } from "../errors/image-render-error.js";
import { attempt, notify, type PreparedRequest, type Read } from "./attempt.js";
import { pause } from "./pause.js";
import { retryPause } from "./retry-pause.js";
import type { Settings } from "./settings.js";

/**
 * Sends a request, and repeats it after transient errors. @throws ApiError, ConnectionError, and the reason of the
 * caller's signal
 */
export async function send<T>(settings: Settings, request: PreparedRequest, read: Read<T>): Promise<T> {
  const { method, url, signal, isRepeatable } = request;
  let unanswered = 0;
  let waitedMs = 0;
  let isOutcomeUnknown = false;
  for (let number = 1; ; number += 1) {
    signal?.throwIfAborted();
    const sent = { method, path: url.pathname, attempt: number };
    notify(settings.hooks.request, sent);
    try {
      return await attempt(settings, request, sent, read);
    } catch (error) {
      if (!(error instanceof ImageRenderError)) throw error;
      // An earlier try, whose response was lost, has deleted it. Reads of routes that delete return undefined.
      if (isOutcomeUnknown && method === "DELETE" && statusOf(error) === 404) return undefined as T;
      if (error instanceof ConnectionError) unanswered += 1;
      isOutcomeUnknown ||= (statusOf(error) ?? 500) >= 500;
      const waitMs = retryPause(settings.retry, { error, isRepeatable, attempt: number, unanswered, waitedMs });
      if (waitMs === undefined) throw error;
      notify(settings.hooks.retry, { ...sent, waitMs, error });
      waitedMs += waitMs;
      await pause(waitMs, signal);
    }
  }
}

function statusOf(error: Error): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}
