/** Estimates the bill of a day with the computation of `irs cost`. */
import type { OperationsBody } from "../contract/operations-api.js";
import { estimateCost, totalOf } from "../cost/estimate.js";
import { PRICES } from "../cost/prices.js";

/** The values of `irs cost` for a stage that has rendered nothing yet. */
const DEFAULT_SECONDS = 0.3;
const DEFAULT_KILOBYTES = 150;
/** Costs of an idle stage are per month. */
const DAYS_PER_MONTH = 30.4;

interface Day {
  readonly figures: OperationsBody["today"];
  /** The hours in which a picture was rendered or failed. */
  readonly busyHours: number;
  /** The time of a picture. Undefined if there is none. */
  readonly seconds: number | undefined;
  /** The part of the day that is over, from 0 to 1. */
  readonly share: number;
}

export function estimateDay({ figures, busyHours, seconds, share }: Day): OperationsBody["cost"] {
  const { pictures, failed, webhookAttempts, views, bytesToViewers } = figures;
  const kilobytes = views === 0 ? DEFAULT_KILOBYTES : bytesToViewers / views / 1_000;
  // A failed render is refunded to its workspace, but AWS bills the time that it took.
  const plan = { renders: pictures + failed, views, webhooks: webhookAttempts, busyHours };
  const lines = estimateCost(plan, { seconds: seconds ?? DEFAULT_SECONDS, kilobytes }).map(
    ({ group, name, quantity, dollars }) => ({
      ...{ name, quantity, dollars: group === "idle" ? (dollars * share) / DAYS_PER_MONTH : dollars },
    }),
  );
  return { dollars: totalOf(lines), lines, pricesOf: `${PRICES.region}, ${PRICES.date}` };
}
