/** The variable of every function that creates jobs. `retentionVariable` in lib/retention.ts supplies it. */
import * as z from "zod";
import { jsonVariable } from "./environment.js";

export const retentionEnvironment = {
  /** JSON: the retention classes whose files have a tag. */
  RETENTION_CLASSES: jsonVariable(z.array(z.string())),
};
