/** Checks that a plan includes what a request asks for. */
import type { CreateRender } from "../contract/render-request.js";
import { ServiceError } from "../contract/errors.js";
import type { Plan } from "../contract/plans.js";

type Features = Pick<CreateRender, "format" | "scale" | "priority">;

/** @throws ServiceError `FORBIDDEN`. Its `details` contain the feature and what the plan allows. */
export function checkFeatures(planName: string, plan: Plan, { format, scale, priority }: Features): void {
  const refuse = (feature: string, allowed: unknown, text: string): never => {
    throw new ServiceError("FORBIDDEN", `The plan "${planName}" ${text}.`, { details: { feature, allowed } });
  };
  if (!plan.formats.includes(format))
    refuse("format", plan.formats, `allows the formats ${plan.formats.join(", ")}, not ${format}`);
  if (scale > plan.maxScale) refuse("scale", plan.maxScale, `allows a scale of at most ${plan.maxScale}`);
  if ((priority ?? 0) > plan.maxPriority) {
    refuse("priority", plan.maxPriority, `allows priorities up to ${plan.maxPriority}`);
  }
}

/** Returns the error for a request when no credits are left. */
export function outOfCredits(planName: string): ServiceError {
  return new ServiceError(
    "PAYMENT_REQUIRED",
    `The credits of the plan "${planName}" are used up for this month. New credits are available in the next UTC month.`,
    { details: { plan: planName } },
  );
}
