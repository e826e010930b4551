import { type Issue } from "../core/contract/errors.js";
import { type Position } from "./json/position.js";

/** A fault or warning, and where its author finds what to mend. */
export interface Finding {
  /** The file as its user named it; none for what the command line itself asks for. */
  readonly file?: string;
  readonly position?: Position;
  /** The path in the file's document (`layers[2].font_size`), or an option (`--scale`); "" for a file as a whole. */
  readonly path: string;
  /** A warning's code. */
  readonly code?: string;
  readonly message: string;
}

/** A finding that concerns a file as a whole. */
export function fileFinding(file: string, message: string): Finding {
  return { file, path: "", message };
}

/** Files whose faults keep a command from doing anything; the message says what was left undone. */
export class FaultsError extends Error {
  override readonly name = "FaultsError";

  constructor(
    readonly faults: readonly Finding[],
    message: string,
  ) {
    super(message);
  }
}

/** Names files and places for the faults that checks find in a document. */
export type Locate = (issue: Issue) => Finding;
