/**
 * Cursors of lists. A cursor is opaque for clients. It contains a position in the list and a checksum of the position,
 * the list and the workspace, so a cursor of another list or workspace is refused.
 *
 * The checksum protects against mistakes, not against attacks: a position means nothing outside of the caller's own
 * list.
 */
import { createHash } from "node:crypto";
import { ServiceError } from "../contract/errors.js";

/** The list that a cursor belongs to. */
export interface CursorScope {
  readonly list: "renders" | "batches" | "uploads" | "deliveries" | `ledger ${string}`;
  readonly workspaceId: string;
}

const FORM = /^([\w-]+)\.([\w-]{16})$/;

export function writeCursor(scope: CursorScope, position: string): string {
  return `${Buffer.from(position).toString("base64url")}.${checksumOf(scope, position)}`;
}

/** Returns the position. @throws ServiceError `BAD_REQUEST` for a text that is not a cursor of this list. */
export function readCursor(scope: CursorScope, cursor: string): string {
  const [, encoded = "", checksum] = FORM.exec(cursor) ?? [];
  const position = Buffer.from(encoded, "base64url").toString();
  if (checksum === undefined || checksum !== checksumOf(scope, position)) {
    const message = "It must be the `nextCursor` of an earlier page of this list. Leave it out to start again.";
    throw new ServiceError("BAD_REQUEST", `A query parameter is not valid. cursor: ${message}`, {
      details: { issues: [{ path: "cursor", message }] },
    });
  }
  return position;
}

function checksumOf({ list, workspaceId }: CursorScope, position: string): string {
  const hash = createHash("sha256").update(JSON.stringify(["v1", list, workspaceId, position]));
  return hash.digest("base64url").slice(0, 16);
}
