/**
 * Returns a sentence about a place in a source. It begins with line and column, counted from 1. `at` counts characters
 * from 0.
 */
export function sentenceAt(message: string, at: number, source: string): string {
  const before = source.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  return `Line ${line}, column ${column}: ${message.endsWith(".") || message.endsWith("?") ? message : `${message}.`}`;
}
