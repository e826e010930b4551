import { type Plans, withBuiltInPlans } from "../core/contract/plans.js";
import type { Settings } from "./settings.js";

/** Returns the plans of the deployment: the built-in plans and the plans of the settings. */
export function plansOf({ plans }: Settings): Plans {
  return withBuiltInPlans(plans);
}
