import { ImageRenderError } from "../errors/image-render-error.js";
import { UploadRefusedError } from "../errors/upload-refused-error.js";
import type { Paged } from "../lists/paged.js";
import type { CallOptions, CreateOptions } from "../options.js";
import { untilHeaders } from "../transport/caller.js";
import { readStream } from "../transport/read-bytes.js";
import type { AnnouncedUpload, CreateUpload, Query, ResponseBody, Upload } from "../types.js";
import { type FileInfo, type FileOptions, fileHeaders, infoOf } from "./files.js";
import { Resource } from "./resource.js";

/** The bytes of a file. */
export type FileSource = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** The facts about a file. */
export interface FileFacts {
  /** Needed unless the source is a `Blob` with a type. */
  readonly contentType?: CreateUpload["contentType"] | undefined;
  /** Default: the name of a `File`. */
  readonly filename?: string | undefined;
}

/** The largest file that the service accepts. A stream is read no further. */
const MAX_BYTES = 20 * 1024 * 1024;
/** Enough for 20 MB at 1.3 Mbit/s. No byte of the response arrives while the file is sent. */
const SEND_TIMEOUT_MS = 120_000;

/** Uploads: images and fonts that templates and requests show by their `path`. */
export class Uploads extends Resource {
  /**
   * Announces a file, sends it, and checks that the service accepts it. The `path` of the result is the value for
   * `image_url` and for the fonts of a document.
   * @throws UploadRefusedError if the bytes are not a file of that type
   */
  async upload(source: FileSource, facts: FileFacts = {}, options: CreateOptions = {}): Promise<Upload> {
    const blob = await blobOf(source, options.signal);
    const { contentType = blob.type, filename = source instanceof File ? source.name : undefined } = facts;
    // JSON leaves out a name that is undefined.
    const body = { contentType, bytes: blob.size, filename } as CreateUpload;
    const announced = await this.create(body, options);
    await this.send(announced, blob, options);
    const upload = await this.get(announced.id, options);
    if (upload.state === "refused") throw new UploadRefusedError(upload);
    return upload;
  }

  /** Announces a file. `upload` does this and all further steps. */
  create(request: CreateUpload, options?: CreateOptions): Promise<AnnouncedUpload> {
    return this.caller.json("POST /uploads", { body: request, options });
  }

  /** Sends the bytes of an announced file. Its address is signed, so the request has no key. */
  async send(
    { method, url, headers }: Pick<AnnouncedUpload, "method" | "url" | "headers">,
    file: Blob,
    { signal, timeoutMs = SEND_TIMEOUT_MS }: CallOptions = {},
  ): Promise<void> {
    // 412 means that an earlier try, whose response was lost, has stored the file.
    const request = { method, url: new URL(url), headers, body: file, accepts: [412] };
    await this.caller.external(request, { signal, timeoutMs }, untilHeaders);
  }

  /** Returns an upload. Checks its file if that has just arrived. */
  get(id: string, options?: CallOptions): Promise<Upload> {
    return this.caller.json("GET /uploads/{id}", { id, options });
  }

  /** Lists uploads, newest first. */
  list(query?: Query<"GET /uploads">, options?: CallOptions): Paged<Upload, ResponseBody<"GET /uploads">> {
    return this.cursorList("GET /uploads", "uploads", query, options);
  }

  /** Deletes an upload and its file. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.caller.json("DELETE /uploads/{id}", { id, options });
  }

  /** Returns the bytes of the file. */
  download(id: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.caller.bytes("GET /uploads/{id}/file", { id, options });
  }

  /** Opens the file. The body of the response is not read yet. */
  open(id: string, options: FileOptions = {}): Promise<Response> {
    return this.caller.open("GET /uploads/{id}/file", { id, options, headers: fileHeaders(options), accepts: [304] });
  }

  /** Returns the type and the size of the file. */
  async info(id: string, options?: CallOptions): Promise<FileInfo> {
    return infoOf(await this.caller.open("HEAD /uploads/{id}/file", { id, options }));
  }
}

/** Reads a stream to its end, because the size of a file is announced before its bytes are sent. */
async function blobOf(source: FileSource, signal: AbortSignal | undefined): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (!(source instanceof ReadableStream)) return new Blob([source]);
  const whole = await readStream(source, (bytes) => {
    signal?.throwIfAborted();
    if (bytes > MAX_BYTES) throw new ImageRenderError("The file is larger than 20 MB.");
  });
  return new Blob([whole]);
}
