/** A finding of a security rule that we accept. docs/security-review.md has one row for each. */
export interface AcceptedFinding {
  /** The rule, with the name that the tool gives it, for example `CKV_AWS_117`. */
  readonly rule: string;
  /** The resources that the rule reports, in words. */
  readonly on: string;
  /** The finding that the rule reports. */
  readonly finds: string;
  /** Why the finding stays, in full sentences for an auditor. */
  readonly answer: string;
  /** The file that keeps the answer true: a test, or the source if there is nothing to test. */
  readonly enforcedBy: string;
}
