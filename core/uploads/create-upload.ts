import { UPLOAD_TIME_SECONDS } from "../contract/limits.js";
import type { CreateUpload } from "../contract/uploads-api.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
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

type RecordFor = (created: CreatedUpload) => IdempotencyRecord;

/**
 * Announces a file and creates the presigned request that sends it. The ID starts with the time, because the store
 * lists uploads in the order of their IDs.
 */
export async function createUpload(
  dependencies: CreateUploadDependencies,
  workspaceId: string,
  request: CreateUpload,
): Promise<CreatedUpload>;
/**
 * Also writes an idempotency record.
 *
 * @param recordFor creates the record
 * @returns `undefined` if an earlier request wrote the record. This request then wrote nothing.
 */
export async function createUpload(
  dependencies: CreateUploadDependencies,
  workspaceId: string,
  request: CreateUpload,
  recordFor: RecordFor | undefined,
): Promise<CreatedUpload | undefined>;
export async function createUpload(
  { uploads, tickets, now, newId }: CreateUploadDependencies,
  workspaceId: string,
  request: CreateUpload,
  recordFor?: RecordFor,
): Promise<CreatedUpload | undefined> {
  const createdAtMs = now();
  const id = timeOrderedUuid(createdAtMs, newId());
  const upload: Upload = { id, workspaceId, ...request, state: "waiting", createdAtMs };
  const ticket = await tickets.make(upload, createdAtMs, UPLOAD_TIME_SECONDS);
  const created = { upload, ...ticket, expiresAtMs: createdAtMs + UPLOAD_TIME_SECONDS * 1000 };
  const isAnnounced = await uploads.announce(upload, createdAtMs + ANNOUNCEMENT_MS, recordFor?.(created));
  return isAnnounced ? created : undefined;
}
