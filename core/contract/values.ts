/** Schemas of values that several requests use. */
import * as z from "zod";

/** A UUID in lower case, as it is stored and compared. */
export const uuidSchema = z
  .uuid({ error: ({ input }) => (input === undefined ? "It is required." : "It must be a UUID.") })
  .transform((id) => id.toLowerCase());

/**
 * For bodies that need one of two fields: their JSON Schema refuses `{}`. With `anyOf` and `required`, it would be more
 * exact, but generated clients would lose the fields.
 */
export const NOT_EMPTY = { minProperties: 1 } as const;
