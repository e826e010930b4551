/** The ports of the upload use cases. */
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { Upload } from "./upload.js";

export interface UploadStore {
  /**
   * Writes an announcement, and the idempotency record in the same transaction. The announcement expires at
   * `expiresAtMs` unless it is finalized before.
   *
   * @throws AlreadyRecordedError if the record exists, and Error if an upload with this ID exists
   */
  announce(upload: Upload, expiresAtMs: number, record?: IdempotencyRecord): Promise<void>;
  find(workspaceId: string, uploadId: string): Promise<Upload | undefined>;
  /** Finds the existing uploads with these IDs, in any order. */
  findAll(workspaceId: string, uploadIds: readonly string[]): Promise<readonly Upload[]>;
  /**
   * Writes the final state unless there is one, even after the announcement has expired. Resolves to the stored upload,
   * or to `undefined` if the upload was removed.
   */
  finalize(upload: Upload): Promise<Upload | undefined>;
  /** Lists the uploads of a workspace that are older than the upload with the ID `before`, newest first. */
  list(workspaceId: string, page: { limit: number; before?: string | undefined }): Promise<UploadPage>;
  /**
   * Replaces the upload with a mark, so that it cannot be restored before `forgetAtMs`. Resolves to `false` if there is
   * no such upload.
   */
  remove(workspaceId: string, uploadId: string, times: { nowMs: number; forgetAtMs: number }): Promise<boolean>;
}

export interface UploadPage {
  readonly uploads: readonly Upload[];
  /** The `before` of the next page. `undefined` on the last page. */
  readonly next: string | undefined;
}

/** The presigned request that sends a file. */
export interface UploadTicket {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A stored file with its first bytes. */
export interface StoredUpload {
  readonly contentType: string;
  /** The size of the whole file. */
  readonly bytes: number;
  /** The first bytes. */
  readonly head: Uint8Array;
  readonly storedAtMs: number;
}

export interface UploadTickets {
  /**
   * Creates a request that can store one file of the type and size of the upload, once, until `expiresSeconds` after
   * `nowMs`.
   */
  make(upload: Upload, nowMs: number, expiresSeconds: number): Promise<UploadTicket>;
}

export interface UploadFiles {
  /** Resolves to the file with its first `headBytes` bytes, or to `undefined` if it does not exist. */
  readHead(key: string, headBytes: number): Promise<StoredUpload | undefined>;
  /** Copies a file. Resolves to `false` if it does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /**
   * Replaces the file with a short note. The presigned request of the upload works only while no object has the key, so
   * it cannot store another file.
   */
  block(key: string): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(key: string): Promise<void>;
}
