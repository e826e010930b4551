/** The problems of a document, by line. */
import { ApiError } from "@image-render/client";
import { rangeOf } from "../../../editor/json/json-places.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import type { ReadResult } from "./read-document.js";

/** A problem of a document. */
export interface Problem {
  /** Counted from 1. Undefined if the problem has no place in the text. */
  readonly line: number | undefined;
  readonly message: string;
}

/** Returns the problems of a text: that it is not JSON, that it has no document, or what the service says. */
export function problemsOf(text: string, read: ReadResult, error: Error | undefined): readonly Problem[] {
  const { parsed } = read;
  if ("error" in parsed) {
    const line = lineAt(text, parsed.error.at);
    return [{ line, message: texts.notJson(line) }];
  }
  if (read.document === undefined) return [{ line: 1, message: texts.notDocument }];
  if (!(error instanceof ApiError)) return [];
  if (error.issues.length === 0) return [{ line: 1, message: error.message }];
  // In the body of a template, the document is a part of the file. Otherwise, it is all of the file.
  const isBody = parsed.root.members?.some(({ key }) => key === "document") === true;
  return error.issues.map(({ path, message }) => {
    const inFile = isBody ? path : path.replace(/^document\.?/, "");
    return { line: lineAt(text, rangeOf(parsed.root, inFile).from), message };
  });
}

/** Returns the line that an offset is in, counted from 1. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
