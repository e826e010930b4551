/**
 * Settings that several test files share, so that their stack is synthesized only once. A file that needs other values
 * of these settings has settings of its own.
 */
import { DEFAULT_PLANS } from "../../core/contract/plans.js";
import type { StackSettings } from "./service.js";

const { unlimited } = DEFAULT_PLANS;
/** The next token comes after 1,000 s, so the speed of the machine does not matter. */
const rate = { perSecond: 0.001, burst: 3 };

/** The environment of a function, which contains the plans, has room for these and no more. */
const plans = {
  broke: { ...unlimited, credits: 0, formats: ["png"] },
  ten: { ...unlimited, credits: 10 },
  slow: { ...unlimited, rates: { create: rate, read: rate, write: rate } },
};

export const SHARED_SETTINGS: StackSettings = {
  plans: JSON.stringify(plans),
  /** Jobs whose renderer was killed are soon tried again. */
  renderTimeoutSeconds: "20",
  /** Eight attempts to deliver a webhook, as in the schedule of the contract, without a pause. */
  webhookRetrySeconds: "[0,0,0,0,0,0,0]",
};

/** Returns whether several files have these settings. */
export function isShared(settings: StackSettings): boolean {
  return settings === SHARED_SETTINGS || Object.keys(settings).length === 0;
}
