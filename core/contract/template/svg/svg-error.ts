/** Why an SVG cannot be used. Thrown and caught inside this folder only. */
export class SvgError extends Error {
  /** The place in the source, counted in characters from 0; undefined if the SVG as a whole is meant. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.name = "SvgError";
    this.at = at;
  }
}

/** The error as a sentence that begins with its place in the source: line and column, counted from 1. */
export function svgErrorSentence({ message, at }: SvgError, source: string): string {
  const sentence = message.endsWith(".") ? message : `${message}.`;
  if (at === undefined) return sentence;
  const before = source.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  return `Line ${line}, column ${column}: ${sentence}`;
}
