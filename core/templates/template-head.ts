/** The head of a template: what changes while its versions stay, and which of them is the highest. */
import * as z from "zod";

export const templateHeadSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  name: z.string(),
  description: z.string().optional(),
  projectId: z.uuid().optional(),
  highestVersion: z.int().min(1),
  /** Counts every change, of the document or of anything else; an ETag to callers. */
  revision: z.int().min(1),
  createdAtMs: z.int(),
  updatedAtMs: z.int(),
});
export type TemplateHead = z.infer<typeof templateHeadSchema>;

/** A head as lists know it. */
export const listedTemplateSchema = templateHeadSchema.omit({ revision: true });
export type ListedTemplate = z.infer<typeof listedTemplateSchema>;
