/** The client of the service, with the session of this page. */
import { ImageRenderService } from "@image-render/client";
import { signal } from "@preact/signals";

/** Whether a request was refused because the session has ended. The shell then asks to sign in again. */
export const isSessionRefused = signal(false);
/** Whether the last request got no response. */
export const isConnectionLost = signal(false);

/** Sends a request, and notes what it says about the session and the connection. */
async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    isConnectionLost.value = false;
    const isSignIn = new URL(input instanceof Request ? input.url : input, location.href).pathname.endsWith("/session");
    if (response.status === 401 && !isSignIn) isSessionRefused.value = true;
    return response;
  } catch (error) {
    if (init?.signal?.aborted !== true) isConnectionLost.value = true;
    throw error;
  }
}

/** The service that this page belongs to. */
export const irs = new ImageRenderService({
  baseUrl: location.origin,
  auth: "session",
  fetch: send,
  // A person waits for the response, and the page says itself that the connection is lost.
  retry: { max: 3, maxUnanswered: 1, maxWaitMs: 8_000 },
});
