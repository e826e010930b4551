/** Sentences about costs, and about changes that make a picture cheaper. */
import type { HelpfulChange } from "./helpful-changes.js";

/** Returns a sentence that lists changes with their processor time, or the advice to make parts smaller. */
export function wayOut(
  changes: readonly HelpfulChange[],
  amountOf: (cost: HelpfulChange["cost"]) => string = ({ cpuMs }) => seconds(cpuMs),
): string {
  if (changes.length === 0) return "Make several of these parts smaller, or leave some of them out.";
  return `It would take about ${listOf(
    changes.map(({ change, cost }) => `${amountOf(cost)} ${change}`),
    "or",
  )}.`;
}

/** Joins the parts of a list: `a, b and c`. */
export function listOf(parts: readonly string[], word: "and" | "or"): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${word} ${last}`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
