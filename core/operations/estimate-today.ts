/** Estimates the bill of today with the computation of `irs cost`. */
import type { OperationsBody } from "../contract/operations-api.js";
import { estimateCost, totalOf } from "../cost/estimate.js";
import { PRICES } from "../cost/prices.js";

/** The values of `irs cost` for a stage that has rendered nothing yet. */
const DEFAULT_SECONDS = 0.3;
const DEFAULT_KILOBYTES = 150;
const DAY_MS = 86_400_000;
/** Costs of an idle stage are per month. */
const DAYS_PER_MONTH = 30.4;

interface Day {
  readonly today: OperationsBody["today"];
  readonly hours: OperationsBody["hours"];
  /** The time of a picture. Undefined if there is none. */
  readonly seconds: number | undefined;
}

export function estimateToday(
  { today: { pictures, failed, webhookAttempts, views, bytesToViewers }, hours, seconds }: Day,
  nowMs: number,
): OperationsBody["cost"] {
  const kilobytes = views === 0 ? DEFAULT_KILOBYTES : bytesToViewers / views / 1_000;
  // A failed render is refunded to its workspace, but AWS bills the time that it took.
  const busyHours = hours.filter((hour) => isToday(hour.start, nowMs) && hour.pictures + hour.failed > 0).length;
  const plan = { renders: pictures + failed, views, webhooks: webhookAttempts, busyHours };
  const shareOfMonth = (nowMs % DAY_MS) / DAY_MS / DAYS_PER_MONTH;
  const lines = estimateCost(plan, { seconds: seconds ?? DEFAULT_SECONDS, kilobytes }).map(
    ({ group, name, quantity, dollars }) => ({
      ...{ name, quantity, dollars: group === "idle" ? dollars * shareOfMonth : dollars },
    }),
  );
  return { dollars: totalOf(lines), lines, pricesOf: `${PRICES.region}, ${PRICES.date}` };
}

const isToday = (start: string, nowMs: number): boolean => Date.parse(start) >= nowMs - (nowMs % DAY_MS);
