/** A stored version of a template, and the port that reads and writes them. */
import * as z from "zod";

/** Versions are immutable and numbered from 1. The document is kept as the text that its author sent. */
export const templateVersionSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  version: z.int().min(1),
  name: z.string(),
  document: z.string(),
  /** Set on versions that were put here by the deployment rather than by an author. */
  origin: z.literal("starter").optional(),
  createdAtMs: z.int(),
});
export type TemplateVersion = z.infer<typeof templateVersionSchema>;

export interface TemplateStore {
  /** One version, or the highest one; `undefined` when there is none or it belongs to another workspace. */
  find(workspaceId: string, templateId: string, version: number | "highest"): Promise<TemplateVersion | undefined>;
  /** Stores a version that isn't there yet; resolves to whether it was stored. */
  putVersion(version: TemplateVersion): Promise<boolean>;
}
