/** Uploads of files: images for layers, fonts for documents. */
import * as z from "zod";
import { MAX_UPLOAD_BYTES } from "./limits.js";

/** The types that may be uploaded, and what each is. */
export const UPLOAD_TYPES = {
  "image/png": "image",
  "image/jpeg": "image",
  "image/webp": "image",
  "image/avif": "image",
  "image/gif": "image",
  "image/svg+xml": "image",
  "font/ttf": "font",
  "font/otf": "font",
  "font/woff": "font",
  "font/woff2": "font",
} as const satisfies Record<string, keyof typeof MAX_UPLOAD_BYTES>;
export type UploadType = keyof typeof UPLOAD_TYPES;

export const uploadTypeSchema = z.enum(Object.keys(UPLOAD_TYPES) as [UploadType, ...UploadType[]]);

export const createUploadSchema = z
  .object({
    contentType: uploadTypeSchema,
    bytes: z.int().min(1).max(MAX_UPLOAD_BYTES.image).describe("The file's size; exactly so much must be sent."),
    filename: z.string().min(1).max(200).optional(),
  })
  .refine(({ contentType, bytes }) => UPLOAD_TYPES[contentType] !== "font" || bytes <= MAX_UPLOAD_BYTES.font, {
    path: ["bytes"],
    error: `A font holds at most ${MAX_UPLOAD_BYTES.font / 1024 / 1024} MB.`,
  });
export type CreateUpload = z.infer<typeof createUploadSchema>;

/** The file is sent by one request: `method` to `url` with `headers`, the bytes as its body. */
export const createdUploadSchema = z.object({
  id: z.uuid(),
  /** What `image_url` and a document's `fonts` take. */
  path: z.string(),
  method: z.literal("PUT"),
  url: z.url(),
  headers: z.record(z.string(), z.string()),
  expiresAt: z.iso.datetime(),
});

export const uploadStateSchema = z.enum(["waiting", "ready", "refused"]);
export const uploadBodySchema = z.object({
  id: z.uuid(),
  path: z.string(),
  contentType: uploadTypeSchema,
  bytes: z.int(),
  filename: z.string().optional(),
  /** `waiting` for the file; `refused` when what came is not what was announced. */
  state: uploadStateSchema,
  /** Why it was refused. */
  error: z.string().optional(),
  createdAt: z.iso.datetime(),
});
export type UploadBody = z.infer<typeof uploadBodySchema>;
