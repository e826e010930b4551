/** ETags of templates: a template's revision, so that one who changes it can say which state he has seen. */
import { ServiceError } from "../contract/errors.js";
import type { TemplateHead } from "./template-head.js";

/** An entity tag; proxies that compress an answer mark it weak, which does no harm to a revision. */
const TAG = /(?:W\/)?"([\x21\x23-\x7e]*)"/;
const TAG_LIST = new RegExp(`^${TAG.source}(?:[ \\t]*,[ \\t]*${TAG.source})*$`);

export function templateEtag({ revision }: Pick<TemplateHead, "revision">): string {
  return `"${revision}"`;
}

/**
 * Lets a change pass whose `If-Match` names the head as it stands, `*`, or nothing.
 *
 * @throws ServiceError `PRECONDITION_FAILED` with the present state in `details`, `BAD_REQUEST` for a header that is none.
 */
export function checkIfMatch(ifMatch: string | undefined, head: TemplateHead): void {
  const wanted = ifMatch?.trim();
  if (wanted === undefined || wanted === "*") return;
  if (!TAG_LIST.test(wanted)) {
    throw new ServiceError("BAD_REQUEST", 'The header If-Match must be an ETag in its quotes, such as "3", or *.');
  }
  const tags = [...wanted.matchAll(new RegExp(TAG, "g"))].map(([, tag]) => tag);
  if (!tags.includes(String(head.revision))) throw changedMeanwhile(head);
}

export function changedMeanwhile(head: TemplateHead): ServiceError {
  return new ServiceError(
    "PRECONDITION_FAILED",
    "The template has changed since; read it again and repeat the change on what it is now.",
    { details: { version: head.highestVersion, etag: templateEtag(head) } },
  );
}
