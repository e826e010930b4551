/** The head of a template: its mutable attributes, and the number of its highest version. */
import * as z from "zod";

export const templateHeadSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  name: z.string(),
  description: z.string().optional(),
  projectId: z.uuid().optional(),
  highestVersion: z.int().min(1),
  /** Incremented by each change of the template. Callers see it as the ETag. */
  revision: z.int().min(1),
  createdAtMs: z.int(),
  updatedAtMs: z.int(),
});
export type TemplateHead = z.infer<typeof templateHeadSchema>;

/** A head as lists return it. */
export const listedTemplateSchema = templateHeadSchema.omit({ revision: true });
export type ListedTemplate = z.infer<typeof listedTemplateSchema>;
