import { type Plans, withBuiltInPlans } from "../core/contract/plans.js";
import type { Settings } from "./settings.js";

/** The plans of the deployment: the built-in ones and those of the settings. */
export function plansOf({ plans }: Settings): Plans {
  return withBuiltInPlans(plans);
}
