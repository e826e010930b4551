/** Conditional requests: `If-Match` and its kin on reads, writes and the source of a copy. */
import { AwsError } from "../aws-error.js";
import type { ObjectMetadata } from "./object-metadata.js";

type Headers = Readonly<Record<string, string>>;

/** A read's conditions, in HTTP's order of precedence (RFC 9110, 13.2.2). Throws 412 where that is the answer. */
export function readOutcome(headers: Headers, object: ObjectMetadata, prefix = ""): "ok" | "not-modified" {
  const ifMatch = headers[`${prefix}if-match`];
  const ifUnmodifiedSince = headers[`${prefix}if-unmodified-since`];
  const ifNoneMatch = headers[`${prefix}if-none-match`];
  const ifModifiedSince = headers[`${prefix}if-modified-since`];
  if (ifMatch !== undefined) {
    if (!lists(ifMatch, object)) throw preconditionFailed("If-Match");
  } else if (ifUnmodifiedSince !== undefined && modifiedSince(object, ifUnmodifiedSince)) {
    throw preconditionFailed("If-Unmodified-Since");
  }
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, object) ? "not-modified" : "ok";
  return ifModifiedSince !== undefined && !modifiedSince(object, ifModifiedSince) ? "not-modified" : "ok";
}

/** A write's conditions: `If-None-Match: *` (only if there is none yet), `If-Match` (only if it is still that one). */
export function checkWrite(headers: Headers, current: ObjectMetadata | undefined): void {
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined && ifNoneMatch !== "*") {
    throw new AwsError("NotImplemented", "A conditional write takes If-None-Match: * alone.", 501);
  }
  if (ifNoneMatch === "*" && current) throw preconditionFailed("If-None-Match");
  const ifMatch = headers["if-match"];
  if (ifMatch === undefined) return;
  if (!current) throw new AwsError("NoSuchKey", "The specified key does not exist.", 404);
  if (!lists(ifMatch, current)) throw preconditionFailed("If-Match");
}

/** A copy's conditions on its source; what would be 304 on a read is 412 here. */
export function checkCopySource(headers: Headers, source: ObjectMetadata): void {
  if (readOutcome(headers, source, "x-amz-copy-source-") === "ok") return;
  throw preconditionFailed("x-amz-copy-source-If-");
}

function lists(header: string, { etag }: ObjectMetadata): boolean {
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, "").replaceAll('"', ""));
  return tags.includes("*") || tags.includes(etag);
}

/** HTTP dates count whole seconds; an unreadable one never makes a difference. */
function modifiedSince({ lastModifiedMs }: ObjectMetadata, header: string): boolean {
  return Math.floor(lastModifiedMs / 1_000) * 1_000 > Date.parse(header);
}

function preconditionFailed(condition: string): AwsError {
  const message = "At least one of the pre-conditions you specified did not hold";
  return new AwsError("PreconditionFailed", message, 412, { Condition: condition });
}
