/** A batch in results. */
import * as z from "zod";
import { linkTo } from "../../pictures/show-job.js";
import type { Batch } from "../../service/render-service.js";
import type { ToolResult } from "../tool.js";

export const batchShape = {
  batch: z.string(),
  status: z.enum(["queued", "done", "failed"]),
  totals: z.object({ total: z.number(), queued: z.number(), done: z.number(), failed: z.number() }),
  jobs: z
    .array(z.object({ id: z.string(), status: z.string(), url: z.string().optional(), error: z.string().optional() }))
    .describe("In the order of the request."),
  next: z.string().optional(),
};
type ShownBatch = z.input<z.ZodObject<typeof batchShape>>;

/** Returns a batch with a link to each of its pictures. */
export function shownBatch({ id, status, totals, jobs }: Batch): ToolResult<ShownBatch> {
  const shown = jobs.map(({ id: job, status: state, assetUrl, error }) => ({
    id: job,
    status: state,
    ...(assetUrl !== undefined && { url: assetUrl }),
    ...(error !== undefined && { error }),
  }));
  const next = nextStep(id, totals);
  const data = { batch: id, status, totals: { ...totals }, jobs: shown, ...(next !== undefined && { next }) };
  return { data, links: jobs.flatMap(linkTo), failed: status === "failed" };
}

function nextStep(id: string, { queued, failed }: Batch["totals"]): string | undefined {
  if (queued > 0) return `${queued} renders are not finished. Call get_batch with batch "${id}" to wait for them.`;
  if (failed > 0) return "Call get_render with the ID of a failed job to see what to change.";
  return undefined;
}
