import { uuidSchema } from "../core/contract/values.js";
import { UsageError } from "./usage-error.js";

/** Returns whether a text of the command line is an ID. */
export function isId(text: string): boolean {
  return uuidSchema.safeParse(text).success;
}

/** Parses an ID from the command line. `source` is the command that lists the IDs. @throws UsageError */
export function parseId(text: string, source: string): string {
  const id = uuidSchema.safeParse(text);
  if (!id.success) throw new UsageError(`${text} is not an ID. "${source}" lists the IDs.`);
  return id.data;
}
