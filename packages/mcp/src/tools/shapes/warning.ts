/** Warnings in results. */
import * as z from "zod";
import type { Warning } from "../../service/render-service.js";

/** A picture can have hundreds, which would fill a conversation. */
const MAX_WARNINGS = 10;

export const warningShape = z.object({
  code: z.string().optional(),
  layer: z.string().optional(),
  message: z.string(),
});

/** Returns the first warnings, and one that counts the others. */
export function shownWarnings(warnings: readonly Warning[]): z.input<typeof warningShape>[] {
  const shown = warnings.slice(0, MAX_WARNINGS).map(({ code, layer, message }) => ({
    ...(code !== undefined && { code }),
    ...(layer !== undefined && { layer }),
    message,
  }));
  const others = warnings.length - shown.length;
  return others > 0 ? [...shown, { message: `${others} more warnings are not shown.` }] : shown;
}
