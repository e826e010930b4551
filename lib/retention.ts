/** How long the files of jobs are kept in this deployment. */
import { type RetentionClasses, retentionClasses } from "../core/contract/retention.js";
import { plansOf } from "./plans.js";
import type { Settings } from "./settings.js";

/** The classes of the stage and of its plans. */
export function retentionOf(settings: Settings): RetentionClasses {
  return retentionClasses(settings, plansOf(settings));
}

/** The names of the classes whose files have a tag, as JSON. */
export function retentionVariable(settings: Settings): string {
  return JSON.stringify(Object.keys(retentionOf(settings).tagged));
}
