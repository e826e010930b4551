/** Reads a plan in words: "10,000 renders, 1 M views". */
import { didYouMean } from "@image-render/engine/suggestions";
import type { Plan } from "../../core/cost/estimate.js";
import { UsageError } from "../usage-error.js";

const TERMS: Readonly<Record<string, "renders" | "views" | "webhooks">> = {
  render: "renders",
  renders: "renders",
  view: "views",
  views: "views",
  webhook: "webhooks",
  webhooks: "webhooks",
};
const FACTORS: Readonly<Record<string, number>> = { "": 1, k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 };
const PART = /^(\d[\d,]*(?:\.\d+)?)\s*(k|m|thousand|million)?\s+([a-z]+)$/i;

/** @throws UsageError if a part of the text is not a number with a term */
export function parsePlan(text: string): Plan {
  const plan = { renders: 0, views: 0, webhooks: 0 };
  // A comma between digits is part of a number.
  for (const part of text.split(/,(?!\d{3}\b)|;|\band\b/).map((one) => one.trim())) {
    if (part === "") continue;
    const [, digits = "", factor = "", term = ""] = PART.exec(part) ?? [];
    const kind = TERMS[term.toLowerCase()];
    if (kind === undefined) {
      const help = term === "" ? "" : didYouMean(term.toLowerCase(), Object.keys(TERMS));
      throw new UsageError(
        `"${part}" is not a part of a plan.${help} Write a number and one of renders, views, webhooks: "10,000 renders, 1 M views".`,
      );
    }
    plan[kind] += Number(digits.replaceAll(",", "")) * (FACTORS[factor.toLowerCase()] ?? 1);
  }
  return plan;
}
