/** A small change of a source file that a test should notice. */
export interface Mutation {
  /** The path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** The place of the text that is replaced, in characters from the start of the file. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The change in words: "`<` becomes `<=`". */
  readonly change: string;
  /** The trimmed text of the line, which stays the same when lines above it are added. */
  readonly source: string;
}

/** Returns the text of a file with the change. */
export function mutate(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
