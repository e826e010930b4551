import { uploadBodySchema } from "../../core/contract/uploads-api.js";
import { ApiError } from "../api/api-error.js";
import type { ApiClient } from "../api/client.js";
import type { LocalContent } from "../local-files.js";
import type { TemplatesFolder } from "./folder.js";

/** An upload of a file, and whether this push has sent it. */
export interface PushedUpload {
  readonly path: string;
  readonly isNew: boolean;
}

/** Sends files to a service, each content once. The lock file of the folder remembers their addresses. */
export class UploadPusher {
  readonly #client: ApiClient;
  readonly #folder: TemplatesFolder;
  /** The addresses that this run has checked or created, by content. */
  readonly #known = new Map<string, string>();

  constructor(client: ApiClient, folder: TemplatesFolder) {
    this.#client = client;
    this.#folder = folder;
  }

  /** Returns the address of a file that the workspace has, or undefined. Reading its state keeps the upload from expiring. */
  async find({ sha256 }: LocalContent): Promise<string | undefined> {
    const path = this.#known.get(sha256) ?? this.#folder.uploadOf(this.#client.baseUrl, sha256);
    if (path === undefined || this.#known.has(sha256)) return path;
    const id = path.split("/").at(-2) ?? "";
    try {
      const upload = await this.#client.read(uploadBodySchema, (irs) => irs.uploads.get(id));
      if (upload.state !== "ready") return undefined;
    } catch (error) {
      // It was deleted, has expired, or belongs to another workspace of the same service.
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
    this.#known.set(sha256, path);
    return path;
  }

  /**
   * Returns the address of a file, and uploads the file if the workspace does not have it.
   *
   * @param file the path of the file for the lock file
   * @throws ApiError, for example if the service refuses the file
   */
  async push(content: LocalContent, file: string): Promise<PushedUpload> {
    const found = await this.find(content);
    if (found !== undefined) return { path: found, isNew: false };
    const { bytes, type, sha256 } = content;
    const filename = file.split(/[/\\]/).at(-1)?.slice(-200) ?? "file";
    const source = new Blob([new Uint8Array(bytes)]);
    const facts = { contentType: type, filename };
    const upload = await this.#client.read(uploadBodySchema, (irs) => irs.uploads.upload(source, facts));
    this.#known.set(sha256, upload.path);
    await this.#folder.recordUpload(this.#client.baseUrl, sha256, { file, upload: upload.path });
    return { path: upload.path, isNew: true };
  }
}
