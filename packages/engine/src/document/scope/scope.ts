import type { ExpansionWork } from "./expansion-work.js";
import type { Bindings } from "../attributes/values.js";

/** The values in a place of a document, and the language and time zone that format them. */
export interface Scope extends Bindings {
  /** A BCP 47 language tag. */
  readonly locale: string;
  /** An IANA time zone. */
  readonly timeZone: string;
  /** Whether the braces of a text can contain an expression. */
  readonly hasExpressions?: boolean;
  /** Counts the work, if it is limited. */
  readonly work?: ExpansionWork | undefined;
}
