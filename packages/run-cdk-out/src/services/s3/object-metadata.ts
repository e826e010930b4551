/** The metadata of an object. */
import * as z from "zod";

export const STORAGE_CLASSES = [
  "STANDARD",
  "STANDARD_IA",
  "ONEZONE_IA",
  "INTELLIGENT_TIERING",
  "GLACIER_IR",
  "GLACIER",
  "DEEP_ARCHIVE",
] as const;
export const storageClassSchema = z.enum(STORAGE_CLASSES);
export type StorageClass = z.infer<typeof storageClassSchema>;

/** The request headers that S3 stores with an object and returns unchanged. */
export const KEPT_HEADERS = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
] as const;

export const objectMetadataSchema = z.object({
  key: z.string(),
  size: z.number(),
  /** Hexadecimal MD5 of the bytes, without quotes. */
  etag: z.string(),
  lastModifiedMs: z.number(),
  /** The time by which lifecycle rules consider the object older than it is. */
  agedMs: z.number().optional(),
  /** The `KEPT_HEADERS` of the upload. */
  headers: z.record(z.string(), z.string()),
  /** `x-amz-meta-…`, without the prefix. */
  userMetadata: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
  storageClass: storageClassSchema,
  checksum: z.object({ algorithm: z.string(), value: z.string() }).optional(),
  /** Identifies the bytes that belong to this metadata while they are in the staging folder. */
  bodyId: z.string(),
});
export type ObjectMetadata = z.infer<typeof objectMetadataSchema>;

/** Returns whether the bytes can be read only after a restore. */
export function isArchived({ storageClass }: ObjectMetadata): boolean {
  return storageClass === "GLACIER" || storageClass === "DEEP_ARCHIVE";
}
