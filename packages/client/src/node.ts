/** Functions for Node.js, Deno and Bun, which browsers do not have: they read and write files by their paths. */
import { createWriteStream, openAsBlob } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ImageRenderError } from "./errors/image-render-error.js";
import type { ImageRenderService } from "./image-render-service.js";
import type { CreateOptions } from "./options.js";
import type { FileFacts } from "./resources/uploads.js";
import type { CreateUpload, Upload } from "./types.js";

const CONTENT_TYPES: Readonly<Record<string, CreateUpload["contentType"]>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/** Uploads the file at a path. The extension of its name determines its type. @throws UploadRefusedError, ApiError */
export async function uploadFile(
  service: ImageRenderService,
  path: string,
  facts: FileFacts = {},
  options?: CreateOptions,
): Promise<Upload> {
  const { contentType = CONTENT_TYPES[extname(path).toLowerCase()], filename = basename(path) } = facts;
  if (contentType === undefined) {
    throw new ImageRenderError(`${basename(path)} does not end like an image or a font. Give \`contentType\`.`);
  }
  return await service.uploads.upload(await openAsBlob(path), { contentType, filename }, options);
}

/**
 * Writes the body of a response to a file, for example of `renders.open` or `batches.downloadArchive`. The file appears
 * when it is complete.
 */
export async function saveTo(path: string, response: Response): Promise<void> {
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
