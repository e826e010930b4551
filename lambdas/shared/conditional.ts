/** Conditional responses: 304 if the caller already has what it asks for. */
import { createHash } from "node:crypto";
import { header, type HttpEvent } from "./http-event.js";

/**
 * Returns whether `If-None-Match` names the entity tag. The comparison is weak: a compressed copy is the same content.
 */
export function isCurrent(event: HttpEvent, etag: string): boolean {
  const tags = (header(event, "if-none-match") ?? "").split(",").map((tag) => withoutWeakness(tag.trim()));
  return tags.includes("*") || tags.includes(withoutWeakness(etag));
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, "");
}

/** Returns an entity tag for a JSON value. The same content has the same tag. */
export function etagOf(value: unknown): string {
  const digest = createHash("sha256").update(JSON.stringify(value)).digest("base64url");
  return `"${digest.slice(0, 22)}"`;
}
