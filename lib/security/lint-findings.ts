/** The accepted findings of cfn-lint. `.cfnlintrc` ignores their rules. */
import type { AcceptedFinding } from "./accepted-finding.js";

export const LINT_FINDINGS: readonly AcceptedFinding[] = [
  {
    rule: "W3005",
    on: "functions, the invalidation and the custom resources",
    finds: "`DependsOn` names a resource that a property refers to.",
    answer:
      "The CDK lists a role together with its policy. Only the policy is necessary, and the role does no harm. It is a remark about style.",
    enforcedBy: ".cfnlintrc",
  },
];
