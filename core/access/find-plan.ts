/** Finds the plan that a request names. */
import { validationError } from "../contract/errors.js";
import type { Plan, Plans } from "../contract/plans.js";
import { didYouMean, quote } from "@image-render/engine/suggestions";

/** @throws ServiceError `VALIDATION_ERROR` with the names of the deployment's plans. */
export function findPlan(plans: Plans, name: string): Plan {
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
  if (plan !== undefined) return plan;
  const known = Object.keys(plans);
  const message = `There is no plan ${quote(name)}. Plans: ${known.join(", ")}.${didYouMean(name, known)}`;
  throw validationError(message, [{ path: "plan", message }]);
}
