import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { UserError } from "../user-error.js";

const cdkConfigSchema = z.object({
  app: z.string().optional(),
  context: z.record(z.string(), z.unknown()).default({}),
});

export type CdkConfig = z.infer<typeof cdkConfigSchema>;

/** Reads the app and the context from a project's cdk.json. Without that file, there is no app and no context. */
export function readCdkConfig(projectDir: string): CdkConfig {
  const file = join(projectDir, "cdk.json");
  if (!existsSync(file)) return { context: {} };
  try {
    return cdkConfigSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new UserError(`${file} is not a valid configuration of a CDK project:\n${problem}`, { cause });
  }
}
