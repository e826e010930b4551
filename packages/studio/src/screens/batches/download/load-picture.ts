import { ConnectionError } from "@image-render/client";
import { batchDownload as texts } from "../../../messages/en/batches.js";
import { picturePath } from "../../renders/describe-render.js";

const ATTEMPTS = 4;
const PAUSE_MS = 1_000;

/**
 * Loads a picture by its address, which needs no key. Retries after a lost connection, a rate limit or an error.
 * @returns undefined if the picture is no longer stored
 * @throws Error if it cannot be loaded. `AbortError` if the signal is aborted
 */
export async function loadPicture(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(picturePath({ assetUrl: url }) ?? url, { signal });
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return undefined;
      if (attempt === ATTEMPTS) throw new Error(texts.pictureFailed(response.status));
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS) throw asConnectionError(error);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
  }
}

/** `fetch` rejects with a TypeError when it gets no response. */
function asConnectionError(error: unknown): unknown {
  return error instanceof TypeError ? new ConnectionError(error.message) : error;
}
