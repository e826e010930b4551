/** Estimates the bill of a day with the computation of `irs cost`. */
import type { OperationsBody } from "../contract/operations-api.js";
import { DAYS_OF_MONTH, estimateCost, totalOf, TYPICAL_PICTURE } from "../cost/estimate.js";
import { PRICES } from "../cost/prices.js";

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
  const kilobytes = views === 0 ? TYPICAL_PICTURE.kilobytes : bytesToViewers / views / 1_000;
  // A failed render is refunded to its workspace, but AWS bills the time that it took.
  const plan = { renders: pictures + failed, views, webhooks: webhookAttempts, busyHours };
  const lines = estimateCost(plan, { seconds: seconds ?? TYPICAL_PICTURE.seconds, kilobytes }).map(
    ({ group, name, quantity, dollars }) => ({
      ...{ name, quantity, dollars: group === "idle" ? (dollars * share) / DAYS_OF_MONTH : dollars },
    }),
  );
  return { dollars: totalOf(lines), lines, pricesOf: `${PRICES.region}, ${PRICES.date}` };
}
