/** What is wrong with a document, by line. */
import { ApiError } from "@image-render/client";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import { lineAt, placeOf, placesOf } from "../service/json-places.js";
import type { ReadResult } from "./read-document.js";

/** A problem of a document. */
export interface Problem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** Returns the problems of a text: that it is not JSON, that it has no document, or what the service says. */
export function problemsOf(text: string, read: ReadResult, error: Error | undefined): readonly Problem[] {
  if (read.jsonErrorAt !== undefined) {
    const line = lineAt(text, read.jsonErrorAt).number;
    return [{ line, message: texts.notJson(line) }];
  }
  if (read.document === undefined) return [{ line: 1, message: texts.notDocument }];
  if (!(error instanceof ApiError)) return [];
  if (error.issues.length === 0) return [{ line: 1, message: error.message }];
  const places = placesOf(text);
  return error.issues.map(({ path, message }) => {
    // In the body of a template, the document is a part of the file; in a document alone, it is all of it.
    const inFile = places.has("document") ? path : path.replace(/^document\.?/, "");
    return { line: lineAt(text, placeOf(places, inFile)).number, message };
  });
}
