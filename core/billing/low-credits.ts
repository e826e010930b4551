/** Decides when the credits of a month are low. */
import { CREDIT_THRESHOLDS, type CreditThreshold, type CreditsEvent } from "../contract/events/credits-low.js";

/** The credits of a month at one moment. granted = spent + remaining */
export interface CreditFigures {
  readonly granted: number;
  readonly spent: number;
  readonly remaining: number;
}

/** A threshold that the credits of a month have reached. */
export interface LowCredits {
  readonly workspaceId: string;
  readonly month: string;
  readonly threshold: CreditThreshold;
  readonly credits: CreditFigures;
  readonly atMs: number;
}

/** Returns the level of a threshold. The threshold is reached if at most this many credits remain. */
export function levelOf(threshold: CreditThreshold, granted: number): number {
  return Math.floor((granted * (100 - threshold)) / 100);
}

export function reachedThresholds({ granted, remaining }: CreditFigures): readonly CreditThreshold[] {
  return CREDIT_THRESHOLDS.filter((threshold) => remaining <= levelOf(threshold, granted));
}

/** Returns how many credits remain when the next threshold is reached, or `undefined` if all thresholds are reached. */
export function nextLevel({ granted, remaining }: CreditFigures): number | undefined {
  return CREDIT_THRESHOLDS.map((threshold) => levelOf(threshold, granted)).find((level) => remaining > level);
}

export function creditsEventOf({ workspaceId, month, threshold, credits, atMs }: LowCredits): CreditsEvent {
  return {
    eventId: `${workspaceId}.credits.${month}.${threshold}`,
    type: "credits.low",
    workspaceId,
    timestamp: new Date(atMs).toISOString(),
    hasWebhook: false,
    month,
    threshold,
    credits,
  };
}
