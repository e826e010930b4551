/** The ETag of a template is its revision. With `If-Match`, a client changes only the state that it has read. */
import { ServiceError } from "../contract/errors.js";
import type { TemplateHead } from "./template-head.js";

/** An entity tag. Proxies that compress a response mark it as weak, which does not matter for a revision. */
const TAG = /(?:W\/)?"([\x21\x23-\x7e]*)"/;
const TAG_LIST = new RegExp(`^${TAG.source}(?:[ \\t]*,[ \\t]*${TAG.source})*$`);

export function templateEtag({ revision }: Pick<TemplateHead, "revision">): string {
  return `"${revision}"`;
}

/**
 * Allows a change if `If-Match` contains the current ETag, is `*`, or is absent.
 *
 * @throws ServiceError `PRECONDITION_FAILED` with the current version and ETag in `details`, `BAD_REQUEST` for a
 *   malformed header.
 */
export function checkIfMatch(ifMatch: string | undefined, head: TemplateHead): void {
  const wanted = ifMatch?.trim();
  if (wanted === undefined || wanted === "*") return;
  if (!TAG_LIST.test(wanted)) {
    throw new ServiceError("BAD_REQUEST", 'The header If-Match must be an ETag in quotes, such as "3", or *.');
  }
  const tags = [...wanted.matchAll(new RegExp(TAG, "g"))].map(([, tag]) => tag);
  if (!tags.includes(String(head.revision))) throw changedMeanwhile(head);
}

export function changedMeanwhile(head: TemplateHead): ServiceError {
  return new ServiceError(
    "PRECONDITION_FAILED",
    "The template was changed in the meantime. Read it again, and apply the change to its current state.",
    { details: { version: head.highestVersion, etag: templateEtag(head) } },
  );
}
