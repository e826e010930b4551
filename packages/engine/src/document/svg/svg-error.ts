import { sentenceAt } from "../syntax/source-place.js";

/** The reason why an SVG cannot be used. The error is thrown and caught only inside this folder. */
export class SvgError extends Error {
  /** The position in the source in characters, from 0, or undefined if the error is about the whole SVG. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.name = "SvgError";
    this.at = at;
  }
}

/** Returns the error of a source that is not well-formed XML. */
export function notWellFormed(message: string, at: number): SvgError {
  return new SvgError(`This is not well-formed XML: ${message}`, at);
}

/** Returns the error as a sentence. It begins with the place in the source: line and column, counted from 1. */
export function svgErrorSentence({ message, at }: SvgError, source: string): string {
  if (at !== undefined) return sentenceAt(message, at, source);
  return message.endsWith(".") ? message : `${message}.`;
}
