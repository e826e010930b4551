/** Writes the settings of checkov, which skip the accepted rules. */
import { CHECKOV_FINDINGS } from "../../lib/security/checkov-findings.js";

const HEAD = `# Settings of checkov. Derived from lib/security/checkov-findings.ts, and explained in docs/security-review.md.
framework: cloudformation
compact: true
quiet: true
# Otherwise checkov asks a server of its maker for descriptions of the rules.
skip-download: true
skip-check:
`;

/** Returns the contents of `.checkov.yaml`. */
export function checkovSettings(): string {
  return HEAD + CHECKOV_FINDINGS.map(({ rule, on }) => `  - ${rule} # ${on}\n`).join("");
}
