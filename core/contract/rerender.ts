/** The request that renders a job again. It contains the changes to the stored request. */
import * as z from "zod";
import { createRenderSchema, QUALITY_NOTE, TRANSPARENCY_NOTE } from "./render-request.js";
import { uuidSchema } from "./values.js";

const { shape } = createRenderSchema;

/**
 * The fields of a create-render request. If a field is missing, the value from the stored request applies, so no field
 * has a default value. `layers` and `variables` are merged with the stored ones.
 */
export const rerenderSchema = z.object({
  template: uuidSchema
    .optional()
    .describe("Not needed: a job is rendered again with its own template. Another template is refused."),
  version: shape.version.describe("The template's version. Default: that of the job."),
  format: shape.format.unwrap().optional().describe("The picture's format. Default: that of the job."),
  scale: shape.scale
    .unwrap()
    .optional()
    .describe("Pixels of the picture per pixel of the template. Default: that of the job."),
  layers: shape.layers.describe("Attributes to override, by layer name. They replace the stored ones one by one."),
  variables: shape.variables.describe("Values of the template's variables. Each replaces the stored value."),
  locale: shape.locale.describe("The language of numbers and dates (BCP 47). Default: that of the job."),
  timeZone: shape.timeZone.describe("The IANA time zone of dates and times. Default: that of the job."),
  transparent: shape.transparent
    .unwrap()
    .optional()
    .describe(`Removes the template's background. ${TRANSPARENCY_NOTE} Default: that of the job.`),
  quality: shape.quality.describe(
    `The quality of a lossy picture, from 1 to 100. ${QUALITY_NOTE} Default: that of the job, if the format has a quality.`,
  ),
  about: shape.about.describe(
    "Words for the metadata of the file. They replace those of the job. Default: those of the job.",
  ),
  priority: shape.priority.describe(
    "Selects the queue. Default: the priority of the job. For the job of a signed image: the priority of a new job.",
  ),
  metadata: shape.metadata.describe("Replaces all metadata of the job. Default: that of the job."),
  webhookUrl: shape.webhookUrl.describe(
    "An `https` URL that receives a webhook when the render has ended. Default: the URL of the job.",
  ),
  dryRun: shape.dryRun,
});

export type Rerender = z.infer<typeof rerenderSchema>;
