import type { Writable } from "node:stream";
import { styleText } from "node:util";

/** The environment of a command: its streams, folder, variables and signals. */
export interface Terminal {
  /** Results, which another program may read from a pipe. */
  readonly out: Writable;
  /** Messages for a person. */
  readonly err: Writable;
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Returns a signal for a command that runs until it is interrupted. From this call on, an interruption aborts the
   * signal and does not end the process.
   */
  onInterrupt(): AbortSignal;
  /** Asks a person, and resolves to the line that they enter. Absent if no person sits at the terminal. */
  readonly ask?: (question: string) => Promise<string>;
}

const STYLES = { error: "red", warning: "yellow", success: "green", quiet: "dim", strong: "bold" } as const;

/** The maximum width of the help. Longer lines are hard to read. */
const MAX_HELP_WIDTH = 100;
const DEFAULT_WIDTH = 80;

/** Returns text in a style. Returns plain text if the stream is not a terminal, or if NO_COLOR is set. */
export function paint(stream: Writable, style: keyof typeof STYLES, text: string): string {
  return styleText(STYLES[style], text, { stream });
}

/** Returns whether {@link paint} has an effect on this stream. */
export function hasColors(stream: Writable): boolean {
  return paint(stream, "strong", "x") !== "x";
}

/** Returns the number of columns for the help. */
export function widthOf(stream: Writable): number {
  const columns = "columns" in stream && typeof stream.columns === "number" ? stream.columns : DEFAULT_WIDTH;
  return Math.min(columns, MAX_HELP_WIDTH);
}

/** Writes text or bytes. Resolves when the stream has accepted them. */
export function write(stream: Writable, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/**
 * Makes text from a document or a service safe to print. Control characters become visible escapes, because they could
 * send commands to the terminal.
 */
export function printable(text: string): string {
  const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
  return text.replace(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
