/** The retention of the files of jobs in this deployment. */
import { withBuiltInPlans } from "../core/contract/plans.js";
import { type RetentionClasses, retentionClasses } from "../core/contract/retention.js";
import type { Settings } from "./settings.js";

/** Returns the retention classes of the stage and of its plans. */
export function retentionOf(settings: Settings): RetentionClasses {
  return retentionClasses(settings, withBuiltInPlans(settings.plans));
}

/** Returns the names of the classes whose files have a tag, as JSON. */
export function retentionVariable(settings: Settings): string {
  return JSON.stringify(Object.keys(retentionOf(settings).tagged));
}
