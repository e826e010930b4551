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
  #type = "";
  #data: string[] = [];
  #id: string;

  /** @param lastId the ID of the last event of the earlier connection */
  constructor(lastId = "") {
    this.#id = lastId;
  }

  /** Takes the next bytes, and returns the events that they complete. */
  push(bytes: Uint8Array): ServerEvent[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    // A CR at the end can be the first half of a CRLF, whose other half has not arrived.
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length + this.#data.reduce((sum, { length }) => sum + length, 0) > MAX_CHARACTERS) {
      throw new ImageRenderError("An event of the stream is too long.");
    }
    return lines.flatMap((line) => this.#readLine(line));
  }

  #readLine(line: string): ServerEvent[] {
    if (line === "") return this.#endEvent();
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "event") this.#type = value;
    else if (name === "data") this.#data.push(value);
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
    return [];
  }

  #endEvent(): ServerEvent[] {
    const type = this.#type === "" ? "message" : this.#type;
    const data = this.#data;
    this.#type = "";
    this.#data = [];
    return data.length === 0 ? [] : [{ type, data: data.join("\n"), id: this.#id }];
  }
}
