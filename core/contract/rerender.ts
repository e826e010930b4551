/** The request that renders a job again: what it changes of the stored request. */
import * as z from "zod";
import { createRenderSchema } from "./create-render.js";
import { uuidSchema } from "./values.js";

const { format, scale, transparent, ...shared } = createRenderSchema.shape;

/**
 * The fields of a create-render request. Without a field, the stored request decides, so no field has a default value.
 * `layers` and `variables` are merged with the stored ones.
 */
export const rerenderSchema = z.object({
  ...shared,
  template: uuidSchema
    .optional()
    .describe("Not needed: a job is rendered again with its own template. Another template is refused."),
  version: shared.version.describe("The template's version. Default: that of the job."),
  format: format.unwrap().optional().describe("The picture's format. Default: that of the job."),
  scale: scale
    .unwrap()
    .optional()
    .describe("Pixels of the picture per pixel of the template. Default: that of the job."),
  layers: shared.layers.describe("Attributes to override, by layer name. They replace the stored ones one by one."),
  variables: shared.variables.describe("Values of the template's variables. Each replaces the stored value."),
  transparent: transparent
    .unwrap()
    .optional()
    .describe("Removes the template's background. Not for jpg. Default: that of the job."),
  priority: shared.priority.describe("Default: that of the job, or for the job of a signed image that of a new job."),
  metadata: shared.metadata.describe("Replaces all metadata of the job. Default: that of the job."),
});

export type Rerender = z.infer<typeof rerenderSchema>;
