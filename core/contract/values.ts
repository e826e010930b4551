/** Values of several requests. */
import * as z from "zod";

/** A UUID in lower case, as it is stored and compared. */
export const uuidSchema = z
  .uuid({ error: ({ input }) => (input === undefined ? "It is required." : "It must be a UUID.") })
  .transform((id) => id.toLowerCase());
