import { ImageRenderError } from "../errors/image-render-error.js";

/** One server-sent event. */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
  /** The ID of the last event that had one. */
  readonly id: string;
}

/** The longest event. The service sends at most the jobs of a batch. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Parses server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) from parts of a stream, which
 * can end at any byte.
 */
export class EventParser {
  /** The pause before the next connection, if the service has named one. */
  retryMs: number | undefined;
  readonly #decoder = new TextDecoder();
  /** The text after the last end of a line. */
  #rest = "";
  #type = "message";
  /** The data of the current event. A line feed precedes each of its lines. */
  #data = "";
  #id: string;

  /** @param lastId the ID of the last event of the earlier connection */
  constructor(lastId = "") {
    this.#id = lastId;
  }

  /** Takes the next bytes, and returns the events that they complete. */
  push(bytes: Uint8Array): ServerEvent[] {
    // A CR at the end can be the first half of a CRLF, whose other half has not arrived.
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    const events = lines.flatMap((line) => this.#readLine(line));
    if (this.#rest.length + this.#data.length > MAX_CHARACTERS) throw new ImageRenderError("An event is too long.");
    return events;
  }

  #readLine(line: string): ServerEvent[] {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)/s.exec(line) ?? [];
    if (line === "") {
      const event = { type: this.#type, data: this.#data.slice(1), id: this.#id };
      this.#type = "message";
      this.#data = "";
      return event.data === "" ? [] : [event];
    }
    if (name === "event") this.#type = value;
    if (name === "data") this.#data += `\n${value}`;
    if (name === "id") this.#id = value;
    if (name === "retry") this.retryMs = Number(value) || undefined;
    return [];
  }
}
