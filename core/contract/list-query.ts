/** The query parameters of lists whose pages follow a cursor. */
import * as z from "zod";

/** @param what the entries of the list, in the plural */
export function pageQuery(what: string) {
  return {
    limit: z.coerce.number().int().min(1).max(100).default(50).describe(`The maximum number of ${what} on the page.`),
    cursor: z.string().min(1).max(300).optional().describe("The `nextCursor` of the page before."),
  };
}

export const nextCursorSchema = z
  .string()
  .optional()
  .describe("The `cursor` of the next page. Absent on the last page.");
