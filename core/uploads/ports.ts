/** What the upload use cases need of the world. */
import type { Upload } from "./upload.js";

export interface UploadStore {
  /** Notes an announcement, to be forgotten at `expiresAtMs` unless it is settled before. */
  announce(upload: Upload, expiresAtMs: number): Promise<void>;
  find(workspaceId: string, uploadId: string): Promise<Upload | undefined>;
  /** The uploads of these ids that there are, in no order. */
  findAll(workspaceId: string, uploadIds: readonly string[]): Promise<readonly Upload[]>;
  /** Writes the verdict on an upload unless there is one already; resolves to the upload as it stands then. */
  settle(upload: Upload): Promise<Upload>;
}

/** The request that sends a file. */
export interface UploadTicket {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A stored file by its first bytes. */
export interface StoredUpload {
  readonly contentType: string;
  /** Of the whole file. */
  readonly bytes: number;
  readonly head: Uint8Array;
  readonly storedAtMs: number;
}

export interface UploadTickets {
  /** Admits one file of exactly the upload's type and size, once, until `expiresSeconds` after `nowMs`. */
  make(upload: Upload, nowMs: number, expiresSeconds: number): Promise<UploadTicket>;
}

export interface UploadFiles {
  /** The file with at most `headBytes` of its beginning; `undefined` when there is none. */
  look(key: string, headBytes: number): Promise<StoredUpload | undefined>;
  remove(key: string): Promise<void>;
}
