/** The cost of a render, estimated before it begins. */
export { checkCost } from "./check-cost.js";
export { costIssues } from "./cost-issues.js";
export { isHeavy } from "./cost-limits.js";
export { estimateCost, type EstimateOptions } from "./estimate-cost.js";
export type { Estimate } from "./estimate.js";
export { type KnownImages, NOTHING_TO_DECODE } from "./image-work.js";
