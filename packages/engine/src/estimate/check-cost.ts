import type { Issue } from "../issues/issue.js";
import { costIssues, type IssueSubject } from "./cost-issues.js";
import { estimateCost } from "./estimate-cost.js";
import type { Estimate } from "./estimate.js";
import { type EstimatedPicture, helpfulChanges, isWithinLimits } from "./helpful-changes.js";

/** An estimate, and the issues of a picture that takes too much time or memory. */
export interface CheckedCost {
  readonly estimate: Estimate;
  readonly issues: readonly Issue[];
}

/** Estimates a picture. If it takes too much, the issues say what takes the most and what would help. */
export function checkCost(picture: EstimatedPicture, subject?: IssueSubject): CheckedCost {
  const { document, expansion, output, options } = picture;
  const estimate = estimateCost(document, expansion, output, options);
  if (isWithinLimits(estimate)) return { estimate, issues: [] };
  return { estimate, issues: costIssues(estimate, subject, helpfulChanges(picture, estimate)) };
}
