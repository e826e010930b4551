/** The query and the response of the list of render jobs. */
import * as z from "zod";
import { jobBodySchema, jobStatusSchema } from "./job-body.js";
import { nextCursorSchema, pageQuery } from "./list-query.js";
import { uuidSchema } from "./values.js";

export const listRendersQuerySchema = z.object({
  status: jobStatusSchema.optional().describe("Only jobs with this status."),
  template: uuidSchema.optional().describe("Only jobs of this template."),
  batch: uuidSchema.optional().describe("Only jobs of this batch."),
  ...pageQuery("jobs"),
});
export type ListRendersQuery = z.infer<typeof listRendersQuerySchema>;

/** With a filter, a page can have fewer jobs than `limit`, or none, and still have a `nextCursor`. */
export const renderListSchema = z.object({ renders: z.array(jobBodySchema), nextCursor: nextCursorSchema });
