/** Reads a function's environment by its schema. */
import * as z from "zod";

/** @throws Error that lists every missing or malformed variable. */
export function parseEnvironment<S extends z.ZodType>(schema: S): z.output<S> {
  const result = schema.safeParse(process.env);
  if (!result.success) throw new Error(`The function's environment is wrong:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** Returns the schema of a variable that holds JSON text. */
export function jsonVariable<S extends z.ZodType>(schema: S) {
  const json = z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON text" });
      return z.NEVER;
    }
  });
  return json.pipe(schema);
}

/** Variables of every function. */
export const commonEnvironment = {
  LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR"]),
};

/** Variables of every function that consumes queues. `ServiceFunction` supplies them. */
export const queueEnvironment = {
  ...commonEnvironment,
  /** JSON: queue URLs by queue ARN. */
  QUEUE_URLS: jsonVariable(z.record(z.string(), z.url())),
};
