import { type Writable } from "node:stream";
import { styleText } from "node:util";

/** What a command speaks to. */
export interface Terminal {
  /** Results: what a pipe reads. */
  readonly out: Writable;
  /** All that is said to a person. */
  readonly err: Writable;
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For a command that runs until it is told to end: from this call on an interruption is a signal, no death. */
  onInterrupt(): AbortSignal;
}

/** Colours by what they say; a stream that is no terminal, or NO_COLOR, gets none. */
const STYLES = { fault: "red", warning: "yellow", success: "green", quiet: "dim", strong: "bold" } as const;

/** A piece of text in its style for a stream. */
export function paint(stream: Writable, style: keyof typeof STYLES, text: string): string {
  return styleText(STYLES[style], text, { stream });
}

/** Writes text or bytes and waits until the stream has taken them. */
export function write(stream: Writable, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Text from a document made safe to show: control characters, which could rule a terminal, become visible. */
export function printable(text: string): string {
  const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
  return text.replace(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
