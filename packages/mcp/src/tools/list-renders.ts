import * as z from "zod";
import { jobShape, shownJob } from "./shapes/job.js";
import { idSchema } from "./shapes/request.js";
import { defineTool } from "./tool.js";

/** Lists render jobs. */
export const listRenders = defineTool({
  name: "list_renders",
  title: "List renders",
  description: 'Lists renders, newest first. `status: "failed"` finds failures; get_render explains one.',
  scopes: ["render"],
  effect: "read",
  input: z.object({
    status: z.enum(["queued", "done", "failed"]).optional(),
    template: idSchema.optional(),
    batch: idSchema.optional(),
    limit: z.int().min(1).max(50).default(10),
    cursor: z.string().max(2000).optional().describe("`nextCursor` of the page before."),
  }),
  output: z.object({
    renders: z.array(z.object({ ...jobShape, createdAt: z.string() })),
    nextCursor: z.string().optional(),
  }),
  async run(query, { service }) {
    const { renders, nextCursor } = await service.listRenders(query);
    return {
      data: {
        renders: renders.map((job) => ({ ...shownJob(job), createdAt: job.createdAt })),
        ...(nextCursor !== undefined && { nextCursor }),
      },
    };
  },
});
