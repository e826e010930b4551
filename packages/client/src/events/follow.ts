import { ConnectionError } from "../errors/connection-error.js";
import type { CallOptions } from "../options.js";
import type { Caller } from "../transport/caller.js";
import { pause } from "../transport/pause.js";
import type { Watchdog } from "../transport/watchdog.js";
import { EventParser, type ServerEvent } from "./event-parser.js";

/** The event stream of a render or a batch. */
export interface EventRoute {
  readonly name: "GET /renders/{id}/events" | "GET /renders/batches/{id}/events";
  readonly id: string;
  /** Returns whether an event is the last one. */
  readonly isLast: (event: ServerEvent) => boolean;
}

/** The service sends a comment every 15 seconds. */
const SILENCE_MS = 45_000;
/** The pause before the next connection, until the service names another. */
const RECONNECT_MS = 2_000;
/** The number of connections in a row that may end without a single byte. */
const MAX_EMPTY = 5;

/**
 * Follows an event stream. If the stream ends before the last event, connects again and continues after the event that was
 * received last, so that no event comes twice.
 */
export async function* follow(
  caller: Caller,
  { name, id, isLast }: EventRoute,
  { signal, timeoutMs = SILENCE_MS }: CallOptions,
): AsyncGenerator<ServerEvent, void, undefined> {
  const options = { signal, timeoutMs };
  let lastId = "";
  let retryMs = RECONNECT_MS;
  for (let empty = 0; empty < MAX_EMPTY;) {
    const headers = { "last-event-id": lastId || undefined };
    const opened = await caller.read(name, { id, headers, options }, (response, watchdog) => ({ response, watchdog }));
    const { body } = opened.response;
    if (body === null) {
      opened.watchdog.stop();
      return;
    }
    const parser = new EventParser(lastId);
    empty += 1;
    for await (const part of partsOf(body, opened.watchdog, signal)) {
      empty = 0;
      for (const event of parser.push(part)) {
        lastId = event.id;
        yield event;
        if (isLast(event)) return;
      }
      retryMs = parser.retryMs ?? retryMs;
    }
    await pause(retryMs, signal);
  }
  throw new ConnectionError(`The event stream of ${id} keeps ending without a byte.`);
}

/** Returns the parts of a stream until it ends or is cut. @throws the reason of the caller's signal */
async function* partsOf(
  body: ReadableStream<Uint8Array>,
  watchdog: Watchdog,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      signal?.throwIfAborted();
      if (value === undefined) return;
      watchdog.touch();
      yield value;
    }
  } finally {
    watchdog.stop();
    reader.cancel().catch(() => undefined);
  }
}
