/** Writes the accepted findings into docs/security-review.md. */
import { table } from "../../docs/markdown-table.js";
import type { AcceptedFinding } from "../../lib/security/accepted-finding.js";
import { CHECKOV_FINDINGS } from "../../lib/security/checkov-findings.js";
import { LINT_FINDINGS } from "../../lib/security/lint-findings.js";
import { NAG_FINDINGS, PREFIX_FINDINGS, RULE_DEAD_LETTERS } from "../../lib/security/nag-findings.js";

/** The findings of each table, by the name in its marks. */
const TABLES: Readonly<Record<string, readonly AcceptedFinding[]>> = {
  "cdk-nag": [...NAG_FINDINGS, RULE_DEAD_LETTERS, ...PREFIX_FINDINGS],
  checkov: CHECKOV_FINDINGS,
  "cfn-lint": LINT_FINDINGS,
};

/**
 * Returns the page with the tables between marks such as `<!-- findings: checkov -->` and `<!-- end of checkov -->`.
 *
 * @throws Error if a mark is missing
 */
export function withFindings(page: string): string {
  return Object.entries(TABLES).reduce((text, [tool, findings]) => {
    const start = `<!-- findings: ${tool} -->`;
    const end = `<!-- end of ${tool} -->`;
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/security-review.md needs the lines ${start} and ${end}.`);
    return `${text.slice(0, from)}${start}\n\n${tableOf(findings)}\n\n${text.slice(to)}`;
  }, page);
}

function tableOf(findings: readonly AcceptedFinding[]): string {
  const rows = findings.map(({ rule, on, finds, answer, enforcedBy }) => [
    `\`${rule}\` on ${on}`,
    finds,
    answer,
    `\`${enforcedBy}\``,
  ]);
  return table(["rule", "finds", "answer", "kept by"], rows);
}
