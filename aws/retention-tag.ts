import { RETENTION_TAG } from "../core/contract/retention.js";

/** Returns the parameter of a put that tags the object with its retention class. */
export function retentionTag(retentionClass: string | undefined): { readonly Tagging?: string } {
  return retentionClass === undefined
    ? {}
    : { Tagging: new URLSearchParams({ [RETENTION_TAG]: retentionClass }).toString() };
}
