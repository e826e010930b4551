/** Whose picture a signed URL shows, and which job makes it. How far it is follows from the job alone. */
import * as z from "zod";

export const claimSchema = z.object({
  /** The picture's storage key, which the edge derives from the URL. */
  id: z.string(),
  workspaceId: z.uuid(),
  templateId: z.uuid(),
  /** An unversioned URL is pinned to the version that was the highest at its first view. */
  version: z.int().min(1),
  /** Counts the jobs that were to make the picture. */
  generation: z.int().min(1),
  /** Of this generation. A job that is not there was never queued: its creation was undone. */
  jobId: z.uuid(),
  /** Whether this generation was billed; a picture that was paid for and is gone is made again for nothing. */
  charged: z.boolean(),
  /** Generations before this one that failed one after the other. */
  failures: z.int().min(0),
  /** Of the first generation, and of this one. */
  createdAtMs: z.int(),
  claimedAtMs: z.int(),
});
export type Claim = z.infer<typeof claimSchema>;

/** Claims are written with their jobs, by `JobStore.create`. */
export interface ClaimStore {
  /** As it stands now. */
  find(id: string): Promise<Claim | undefined>;
}
