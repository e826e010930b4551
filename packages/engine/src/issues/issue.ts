import * as z from "zod";

/** One validation problem: where it is (`layers.title.color`) and how to fix it. */
export const issueSchema = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issueSchema>;

/** Returns the text, followed by the first issue with its path, and by the number of the other issues. */
export function withFirstIssue(subject: string, issues: readonly Issue[]): string {
  const [first] = issues;
  if (first === undefined) return subject;
  const others = issues.length - 1;
  const more = others === 0 ? "" : ` (and ${others} more ${others === 1 ? "issue" : "issues"})`;
  return `${subject} ${first.path === "" ? "" : `${first.path}: `}${first.message}${more}`;
}
