import { UPLOAD_TIME_SECONDS } from "../contract/limits.js";
import type { CreateUpload } from "../contract/uploads-api.js";
import type { RecordFor } from "../idempotency/create-once.js";
import { timeOrderedUuid } from "../shared/time-ordered-uuid.js";
import type { UploadStore, UploadTicket, UploadTickets } from "./ports.js";
import type { Upload } from "./upload.js";

/** An announcement without a file is deleted after this time. */
const ANNOUNCEMENT_MS = 24 * 60 * 60 * 1000;

export interface CreateUploadDependencies {
  readonly uploads: Pick<UploadStore, "announce">;
  readonly tickets: UploadTickets;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface CreatedUpload extends UploadTicket {
  readonly upload: Upload;
  readonly expiresAtMs: number;
}

/**
 * Announces a file and creates the presigned request that sends it. The ID starts with the time, because the store
 * lists uploads in the order of their IDs.
 *
 * @param recordFor creates the idempotency record, which is stored together with the announcement
 * @throws AlreadyRecordedError if the record exists
 */
export async function createUpload(
  { uploads, tickets, now, newId }: CreateUploadDependencies,
  workspaceId: string,
  request: CreateUpload,
  recordFor?: RecordFor<CreatedUpload>,
): Promise<CreatedUpload> {
  const createdAtMs = now();
  const id = timeOrderedUuid(createdAtMs, newId());
  const upload: Upload = { id, workspaceId, ...request, state: "waiting", createdAtMs };
  const ticket = await tickets.make(upload, createdAtMs, UPLOAD_TIME_SECONDS);
  const created = { upload, ...ticket, expiresAtMs: createdAtMs + UPLOAD_TIME_SECONDS * 1000 };
  await uploads.announce(upload, createdAtMs + ANNOUNCEMENT_MS, recordFor?.(created));
  return created;
}
