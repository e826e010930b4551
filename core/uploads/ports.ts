/** The ports of the upload use cases. */
import type { Upload } from "./upload.js";

export interface UploadStore {
  /**
   * Writes an announcement. It expires at `expiresAtMs` unless it is finalized before.
   *
   * @throws Error if an upload with this ID exists
   */
  announce(upload: Upload, expiresAtMs: number): Promise<void>;
  find(workspaceId: string, uploadId: string): Promise<Upload | undefined>;
  /** The existing uploads with these IDs, in any order. */
  findAll(workspaceId: string, uploadIds: readonly string[]): Promise<readonly Upload[]>;
  /** Writes the final state unless there is one, also after the announcement expired. Resolves to the stored upload. */
  finalize(upload: Upload): Promise<Upload>;
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
  /** The request can store one file with the type and size of the upload, once, until `expiresSeconds` after `nowMs`. */
  make(upload: Upload, nowMs: number, expiresSeconds: number): Promise<UploadTicket>;
}

export interface UploadFiles {
  /** Resolves to the file with its first `headBytes` bytes, or to `undefined` if it does not exist. */
  readHead(key: string, headBytes: number): Promise<StoredUpload | undefined>;
  /** Copies a file. Resolves to `false` if it does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /**
   * Replaces the file by a short note. The presigned request of the upload works only while no object has the key, so it
   * cannot store another file.
   */
  block(key: string): Promise<void>;
}
