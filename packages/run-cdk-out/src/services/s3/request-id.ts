import { randomBytes } from "node:crypto";

/** Returns a new ID in the form of S3's request IDs. */
export function newRequestId(): string {
  return randomBytes(8).toString("hex").toUpperCase();
}
