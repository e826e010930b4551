/** Small values that several requests share. */
import * as z from "zod";

/** In lower case, as it is stored and compared. */
export const uuidSchema = z
  .uuid({ error: ({ input }) => (input === undefined ? "It is required." : "It must be a uuid.") })
  .transform((id) => id.toLowerCase());
