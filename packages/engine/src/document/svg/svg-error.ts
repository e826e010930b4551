import { sentenceAt } from "../syntax/source-place.js";

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

/** The error of a source that is not well-formed XML. */
export function notWellFormed(message: string, at: number): SvgError {
  return new SvgError(`This is not well-formed XML: ${message}`, at);
}

/** The error as a sentence that begins with its place in the source: line and column, counted from 1. */
export function svgErrorSentence({ message, at }: SvgError, source: string): string {
  if (at !== undefined) return sentenceAt(message, at, source);
  return message.endsWith(".") ? message : `${message}.`;
}
