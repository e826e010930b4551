import type { Watchdog } from "./watchdog.js";

/** Reads a body to its end. Each part of it starts the time of the watchdog again, and the end stops it. */
export async function readBytes(response: Response, watchdog: Watchdog): Promise<Uint8Array<ArrayBuffer>> {
  const whole = await readStream(response.body, () => watchdog.touch());
  watchdog.stop();
  return whole;
}

/** Reads a body as text. */
export async function readText(response: Response, watchdog: Watchdog): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, watchdog));
}

/** Reads a stream to its end. After each part calls a function with the number of bytes. If it throws, cancels the stream. */
export async function readStream(
  body: ReadableStream<Uint8Array> | null,
  onPart: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const reader = body?.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const value = (await reader?.read())?.value;
      if (value === undefined) return joinBytes(parts);
      bytes += value.length;
      onPart(bytes);
      parts.push(value);
    }
  } finally {
    // This has no effect after the end.
    reader?.cancel().catch(() => undefined);
  }
}

/** Joins the parts. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
