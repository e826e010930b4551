import type { TextRange } from "../../../editor/json/json-places.js";

/** A problem at a part of the text. */
export interface Mark extends TextRange {
  readonly severity: "error" | "warning";
  readonly message: string;
}
