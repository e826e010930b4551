/** The response with the request of a render, as it is stored. */
import * as z from "zod";
import { jobBodySchema } from "./job-body.js";

/**
 * The stored values were valid when the render was created. Later rules can be stricter, so nothing is checked again, and
 * layers and variables can have values that a new request may not.
 */
export const storedRequestSchema = z.object({
  template: z.uuid(),
  version: z.int().describe("The version of the template that was rendered."),
  request: z
    .object({
      format: jobBodySchema.shape.format,
      scale: z.number(),
      transparent: z.boolean().optional(),
      quality: z.int().optional(),
      layers: z.record(z.string(), z.record(z.string(), z.unknown())),
      variables: z.record(z.string(), z.unknown()),
      locale: z.string().optional(),
      timeZone: z.string().optional(),
      about: z
        .object({ title: z.string().optional(), author: z.string().optional(), copyright: z.string().optional() })
        .optional(),
      metadata: z.record(z.string(), z.string()).optional(),
      webhookUrl: z.string().optional(),
    })
    .describe("The fields of the create-render request, without the template."),
});
export type StoredRequest = z.infer<typeof storedRequestSchema>;
