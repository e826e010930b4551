/** The request and response bodies about uploads: images for layers, fonts for documents. */
import * as z from "zod";
import { MAX_UPLOAD_BYTES } from "./limits.js";
import { nextCursorSchema, pageQuery } from "./list-query.js";

/** The kind of each media type that can be uploaded. */
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
    bytes: z.int().min(1).max(MAX_UPLOAD_BYTES.image).describe("The exact size of the file in bytes."),
    filename: z.string().min(1).max(200).optional(),
  })
  .refine(({ contentType, bytes }) => UPLOAD_TYPES[contentType] !== "font" || bytes <= MAX_UPLOAD_BYTES.font, {
    path: ["bytes"],
    error: `A font can have at most ${MAX_UPLOAD_BYTES.font / 1024 / 1024} MB.`,
  });
export type CreateUpload = z.infer<typeof createUploadSchema>;

const pathSchema = z
  .string()
  .meta({ format: "uri-reference", description: "The value for `image_url` and for a document's `fonts`." });

/** Send the file in one request: `method` and `url` with `headers`, and the bytes as body. */
export const createdUploadSchema = z.object({
  id: z.uuid(),
  path: pathSchema,
  method: z.literal("PUT"),
  url: z.url(),
  headers: z.record(z.string(), z.string()),
  expiresAt: z.iso.datetime(),
});

export const uploadStateSchema = z.enum(["waiting", "ready", "refused"]);
export const uploadBodySchema = z.object({
  id: z.uuid(),
  path: pathSchema,
  contentType: uploadTypeSchema,
  bytes: z.int(),
  width: z.int().optional().describe("The width of an image in pixels, if its file says so. An SVG has none."),
  height: z.int().optional().describe("The height of an image in pixels."),
  filename: z.string().optional(),
  /** `waiting` for the file. `refused` if the file differs from its announcement. */
  state: uploadStateSchema,
  /** Why it was refused. */
  error: z.string().optional(),
  createdAt: z.iso.datetime(),
});

export const listUploadsQuerySchema = z.object(pageQuery("uploads"));
export type ListUploadsQuery = z.infer<typeof listUploadsQuerySchema>;
export const uploadListSchema = z.object({ uploads: z.array(uploadBodySchema), nextCursor: nextCursorSchema });

export type UploadBody = z.infer<typeof uploadBodySchema>;
