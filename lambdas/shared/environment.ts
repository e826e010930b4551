/** Reads a function's environment, once, against its schema. */
import * as z from "zod";

/** @throws Error that lists every missing or malformed variable together. */
export function parseEnvironment<S extends z.ZodType>(schema: S): z.output<S> {
  const result = schema.safeParse(process.env);
  if (!result.success) throw new Error(`The function's environment is wrong:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** Variables that every function has. */
export const commonEnvironment = {
  LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR"]),
};
