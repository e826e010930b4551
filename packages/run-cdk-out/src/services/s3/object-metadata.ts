/** What is known of an object beside its bytes. */
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

/** The headers that S3 keeps with an object and gives back as they came. */
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
  /** Those of `KEPT_HEADERS` that were given. */
  headers: z.record(z.string(), z.string()),
  /** `x-amz-meta-…`, without the prefix. */
  userMetadata: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
  storageClass: storageClassSchema,
  checksum: z.object({ algorithm: z.string(), value: z.string() }).optional(),
  /** Names the bytes that belong to this metadata while they are moved into or out of their place. */
  bodyId: z.string(),
});
export type ObjectMetadata = z.infer<typeof objectMetadataSchema>;

/** Whether the bytes can be had only after a restore. */
export function isArchived({ storageClass }: ObjectMetadata): boolean {
  return storageClass === "GLACIER" || storageClass === "DEEP_ARCHIVE";
}
