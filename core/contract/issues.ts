/** Turns a schema's faults into the issues that an answer lists. */
import type * as z from "zod";
import type { Issue } from "./errors.js";

/** `["layers", "title", "stops", 2]` → `layers.title.stops[2]`; keys that are no plain names are quoted. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${String(key)}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(String(key))) text += text === "" ? String(key) : `.${String(key)}`;
    else text += `[${JSON.stringify(String(key))}]`;
  }
  return text;
}

/** Every fault of a failed parse, each with the place that it is about. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({ path: formatPath(path), message }));
}
