/** Follows a render until it has ended. */
import type { Render } from "@image-render/client";
import { irs } from "../../../service/irs.js";

/** The pause between two requests when there is no stream. */
const ASK_MS = 2_000;

/** Follows a render by server-sent events. Resolves when it has ended, or when there is no stream for it. */
export async function streamRender(
  id: string,
  signal: AbortSignal,
  onChange: (render: Render) => void,
): Promise<Render["status"] | undefined> {
  let status: Render["status"] | undefined;
  try {
    for await (const { data } of irs.renders.events(id, { signal })) {
      ({ status } = data);
      onChange(data);
    }
  } catch {
    // No free stream, or no connection: the caller asks in another way.
  }
  return status;
}

/** Follows a render by server-sent events, and by polling if the plan has no free stream. */
export async function followRender(id: string, signal: AbortSignal, onChange: (render: Render) => void): Promise<void> {
  let status = await streamRender(id, signal, onChange);
  while (status === undefined || status === "queued") {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    try {
      signal.throwIfAborted();
      const render = await irs.renders.get(id, { signal });
      ({ status } = render);
      onChange(render);
    } catch {
      if (signal.aborted) return;
      // The next request may succeed. A lost connection is shown at the top of the page.
    }
  }
}
