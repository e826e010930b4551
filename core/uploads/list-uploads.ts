/** Lists one page of the uploads of a workspace, newest first. */
import type { ListUploadsQuery } from "../contract/uploads-api.js";
import { readCursor, writeCursor } from "../shared/list-cursor.js";
import type { UploadStore } from "./ports.js";
import type { Upload } from "./upload.js";

export interface UploadList {
  readonly uploads: readonly Upload[];
  /** `undefined` on the last page. */
  readonly nextCursor: string | undefined;
}

/**
 * Reads no files: an upload is `waiting` in the list until something reads or uses it.
 *
 * @throws ServiceError `BAD_REQUEST` for a cursor that this list did not return.
 */
export async function listUploads(
  { uploads: store }: { readonly uploads: Pick<UploadStore, "list"> },
  workspaceId: string,
  { limit, cursor }: ListUploadsQuery,
): Promise<UploadList> {
  const scope = { list: "uploads", workspaceId } as const;
  const before = cursor === undefined ? undefined : readCursor(scope, cursor);
  const { uploads, next } = await store.list(workspaceId, { limit, before });
  return { uploads, nextCursor: next === undefined ? undefined : writeCursor(scope, next) };
}
