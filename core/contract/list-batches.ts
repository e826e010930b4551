/** The query and the response of the list of batches. */
import * as z from "zod";
import { batchSummarySchema } from "./batch-body.js";
import { jobStatusSchema } from "./job-body.js";
import { nextCursorSchema, pageQuery } from "./list-query.js";

export const listBatchesQuerySchema = z.object({
  status: jobStatusSchema.optional().describe("Only batches with this status."),
  ...pageQuery("batches"),
});
export type ListBatchesQuery = z.infer<typeof listBatchesQuerySchema>;

/** With a filter, a page can have fewer batches than `limit`, or none, and still have a `nextCursor`. */
export const batchListSchema = z.object({ batches: z.array(batchSummarySchema), nextCursor: nextCursorSchema });
