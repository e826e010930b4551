/** Conditional requests: `If-Match` and similar headers for reads, writes and the source of a copy. */
import { AwsError } from "../aws-error.js";
import type { ObjectMetadata } from "./object-metadata.js";

type Headers = Readonly<Record<string, string>>;

/** Evaluates the conditions of a read in the order of RFC 9110, 13.2.2. Throws error 412. */
export function readOutcome(headers: Headers, object: ObjectMetadata, prefix = ""): "ok" | "not-modified" {
  const ifMatch = headers[`${prefix}if-match`];
  const ifUnmodifiedSince = headers[`${prefix}if-unmodified-since`];
  const ifNoneMatch = headers[`${prefix}if-none-match`];
  const ifModifiedSince = headers[`${prefix}if-modified-since`];
  if (ifMatch !== undefined) {
    if (!includesEtag(ifMatch, object)) throw preconditionFailed("If-Match");
  } else if (ifUnmodifiedSince !== undefined && modifiedSince(object, ifUnmodifiedSince)) {
    throw preconditionFailed("If-Unmodified-Since");
  }
  if (ifNoneMatch !== undefined) return includesEtag(ifNoneMatch, object) ? "not-modified" : "ok";
  return ifModifiedSince !== undefined && !modifiedSince(object, ifModifiedSince) ? "not-modified" : "ok";
}

/** Checks the conditions of a write: `If-None-Match: *` (no object exists), `If-Match` (the object has this ETag). */
export function checkWrite(headers: Headers, current: ObjectMetadata | undefined): void {
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined && ifNoneMatch !== "*") {
    throw new AwsError("NotImplemented", "The local S3 implements only If-None-Match: * for a conditional write.", 501);
  }
  if (ifNoneMatch === "*" && current) throw preconditionFailed("If-None-Match");
  const ifMatch = headers["if-match"];
  if (ifMatch === undefined) return;
  if (!current) throw new AwsError("NoSuchKey", "The specified key does not exist.", 404);
  if (!includesEtag(ifMatch, current)) throw preconditionFailed("If-Match");
}

/** Checks the conditions for the source of a copy. Status 304 of a read is 412 here. */
export function checkCopySource(headers: Headers, source: ObjectMetadata): void {
  if (readOutcome(headers, source, "x-amz-copy-source-") === "ok") return;
  throw preconditionFailed("x-amz-copy-source-If-");
}

function includesEtag(header: string, { etag }: ObjectMetadata): boolean {
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, "").replaceAll('"', ""));
  return tags.includes("*") || tags.includes(etag);
}

/** HTTP dates have whole seconds. A condition with an invalid date has no effect. */
function modifiedSince({ lastModifiedMs }: ObjectMetadata, header: string): boolean {
  return Math.floor(lastModifiedMs / 1_000) * 1_000 > Date.parse(header);
}

function preconditionFailed(condition: string): AwsError {
  const message = "At least one of the pre-conditions you specified did not hold";
  return new AwsError("PreconditionFailed", message, 412, { Condition: condition });
}
