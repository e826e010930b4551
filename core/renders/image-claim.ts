/**
 * The claim of a signed image: its owner, its template version, and the job that renders it. Only the job has a status.
 */
import * as z from "zod";

export const imageClaimSchema = z.object({
  /** The storage key of the picture. The edge function derives it from the URL. */
  id: z.string(),
  workspaceId: z.uuid(),
  templateId: z.uuid(),
  /** The first view pins an unversioned URL to the highest version at that time. */
  version: z.int().min(1),
  /** The claim generation: the number of the current job. */
  generation: z.int().min(1),
  /** The job of this generation. If it does not exist, its creation was undone and it was never queued. */
  jobId: z.uuid(),
  /** Whether this generation was debited. A picture that was debited and then deleted is rendered again for free. */
  debited: z.boolean(),
  /** The number of consecutive failed generations before this one. */
  failures: z.int().min(0),
  /** When the first generation was claimed. */
  createdAtMs: z.int(),
  /** When this generation was claimed. */
  claimedAtMs: z.int(),
});
export type ImageClaim = z.infer<typeof imageClaimSchema>;

/** `JobStore.create` writes claims, together with their jobs. */
export interface ImageClaimStore {
  /** Finds a claim. The read is consistent. */
  find(id: string): Promise<ImageClaim | undefined>;
}
