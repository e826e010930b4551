/** What a finished picture's author should know: it was made, but not quite as asked. */
import * as z from "zod";

export const warningCodeSchema = z.enum(["IMAGE_UNAVAILABLE", "MISSING_GLYPH", "TEXT_CUT", "CODE_INVALID"]);

export const warningSchema = z.object({
  code: warningCodeSchema,
  /** The layer's name, or its id if it has none. */
  layer: z.string(),
  message: z.string(),
});
export type Warning = z.infer<typeof warningSchema>;
