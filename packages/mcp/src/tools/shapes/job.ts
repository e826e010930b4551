/** A render job in results: short, with what to do next. */
import * as z from "zod";
import type { Job } from "../../service/render-service.js";
import { shownWarnings, warningShape } from "./warning.js";

export const jobShape = {
  id: z.string(),
  status: z.enum(["queued", "done", "failed"]),
  template: z.string(),
  version: z.number(),
  format: z.string(),
  width: z.number(),
  height: z.number(),
  url: z.string().optional().describe("The picture. It needs no key."),
  error: z.string().optional(),
  warnings: z.array(warningShape).optional(),
};
type ShownJob = z.input<z.ZodObject<typeof jobShape>>;

/** Returns the fields of a job that help an assistant. */
export function shownJob(job: Job): ShownJob {
  const { id, status, template, version, format, width, height, assetUrl, error, warnings = [] } = job;
  return {
    id,
    status,
    template,
    version,
    format,
    width,
    height,
    ...(assetUrl !== undefined && { url: assetUrl }),
    ...(error !== undefined && { error }),
    ...(warnings.length > 0 && { warnings: shownWarnings(warnings) }),
  };
}

/** Returns what to do with a job in this state, or `undefined` if it is done. */
export function nextStep({ id, status, archivedAt }: Job): string | undefined {
  if (status === "queued") return `The render is not finished. Call get_render with render "${id}" to wait for it.`;
  if (status === "failed")
    return "The render failed and its credit was refunded. Change the request as the error says.";
  if (archivedAt !== undefined) return "The picture was archived. Call render again to get a new one.";
  return undefined;
}
