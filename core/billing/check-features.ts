/** Whether a plan holds what a request asks for. */
import type { CreateRender } from "../contract/create-render.js";
import { ServiceError } from "../contract/errors.js";
import type { Plan } from "../contract/plans.js";

type Features = Pick<CreateRender, "format" | "scale" | "priority">;

/** @throws ServiceError `FORBIDDEN`, its `details` naming the feature and what the plan allows. */
export function checkFeatures(planName: string, plan: Plan, { format, scale, priority }: Features): void {
  const refuse = (feature: string, allowed: unknown, text: string): never => {
    throw new ServiceError("FORBIDDEN", `The plan "${planName}" ${text}.`, { details: { feature, allowed } });
  };
  if (!plan.formats.includes(format))
    refuse("format", plan.formats, `renders ${plan.formats.join(", ")}, not ${format}`);
  if (scale > plan.maxScale) refuse("scale", plan.maxScale, `renders at a scale of at most ${plan.maxScale}`);
  if ((priority ?? 0) > plan.maxPriority) {
    refuse("priority", plan.maxPriority, `takes priorities up to ${plan.maxPriority}`);
  }
}

/** What a caller without credits is told. */
export function outOfCredits(planName: string): ServiceError {
  return new ServiceError(
    "PAYMENT_REQUIRED",
    `The credits of the plan "${planName}" are used up for this month; the next UTC month brings new ones.`,
    { details: { plan: planName } },
  );
}
