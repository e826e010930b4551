/**
 * The deletion of a workspace. Its state is in the profile of the workspace, which is removed last.
 *
 * The deletion works in passes. Each pass looks for everything of the workspace, kind by kind and page by page, and
 * removes it. Work that was running when the keys stopped can still store something, so a later pass looks again. The
 * deletion ends after a pass that finds nothing.
 */
import * as z from "zod";

/**
 * Everything that a workspace owns, in the order of its removal. Templates come first: without them, no view can render
 * a signed image again.
 */
export const CONTENT_KINDS = [
  "templates",
  "credentials",
  "signedImages",
  "batches",
  "jobs",
  "deliveries",
  "files",
  "limits",
  "records",
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/**
 * The time between two passes. The longest run of a function takes 15 minutes. After that, nothing that began with a
 * key of the workspace is running.
 */
export const NEXT_PASS_MS = 20 * 60_000;

export const deletionSchema = z.object({
  startedAtMs: z.int(),
  /** The hashes and IDs of the keys that the workspace had. Sessions and rate limits refer to them. */
  keyHashes: z.array(z.string()),
  keyIds: z.array(z.string()),
  /** The number of the current pass, from 1. */
  pass: z.int().min(1),
  /** The index in `CONTENT_KINDS` of the kind that is removed now. */
  kind: z.int().min(0),
  /** Where the next page starts. Absent at the start of a kind. */
  position: z.string().optional(),
  /** The number of table items and files that the current pass has removed. */
  removed: z.int().min(0),
  /** The number of objects that the current pass had to leave, because a renderer is working on them. */
  left: z.int().min(0),
  /** The earliest time of the next run. */
  dueAtMs: z.int(),
});
export type Deletion = z.infer<typeof deletionSchema>;

/** The values by which the contents of a deleted workspace are found. */
export interface DeletedWorkspace {
  readonly id: string;
  readonly keyHashes: readonly string[];
  readonly keyIds: readonly string[];
}
