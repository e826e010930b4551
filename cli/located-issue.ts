import type { Issue } from "@image-render/engine/issues";
import type { Position } from "./json/position.js";

/** An issue or a warning, and its place in a file. */
export interface LocatedIssue extends Issue {
  /** The file as the command line or the folder names it. Absent for an issue of an option. */
  readonly file?: string;
  readonly position?: Position;
  /** The path in the file's document (`layers[2].font_size`), or an option (`--scale`). "" means the whole file. */
  readonly path: string;
  /** The code of a warning. */
  readonly code?: string;
}

/** Adds the file and the position to an issue of a document. */
export type Locate = (issue: Issue) => LocatedIssue;

/** Returns an issue of a whole file. */
export function fileIssue(file: string, message: string): LocatedIssue {
  return { file, path: "", message };
}

/** The error for issues of files that stop a command before it changes anything. The message says what was not done. */
export class IssuesError extends Error {
  override readonly name = "IssuesError";

  constructor(
    readonly issues: readonly LocatedIssue[],
    message: string,
  ) {
    super(message);
  }
}
