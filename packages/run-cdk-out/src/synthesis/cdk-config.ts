import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { UserError } from "../user-error.js";

const cdkConfigSchema = z.object({
  app: z.string().optional(),
  context: z.record(z.string(), z.unknown()).default({}),
});

export type CdkConfig = z.infer<typeof cdkConfigSchema>;

/** What a project's cdk.json says about its app; a project without that file has no app of its own and no context. */
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
