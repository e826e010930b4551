import type { Watchdog } from "./watchdog.js";

/** Reads a body to its end. Each part of it starts the time of the watchdog again, and the end stops it. */
export async function readBytes(response: Response, watchdog: Watchdog): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  await readParts(response.body, (part) => {
    watchdog.touch();
    parts.push(part);
  });
  watchdog.stop();
  return joinBytes(parts);
}

/** Reads a body as text. */
export async function readText(response: Response, watchdog: Watchdog): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, watchdog));
}

/** Passes on each part of a stream. If `take` throws, the stream is canceled. */
export async function readParts(
  body: ReadableStream<Uint8Array> | null,
  take: (part: Uint8Array) => void,
): Promise<void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      take(value);
    }
  } finally {
    // Of no effect after the end.
    reader.cancel().catch(() => undefined);
  }
}

/** Returns the parts as one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
