import { IssuesError } from "../located-issue.js";
import { folderIssue, type TemplatesFolder } from "./folder.js";
import type { Entry } from "./manifest.js";
import type { Matches } from "./match-templates.js";

/** Refuses entries whose names are not unique. `notDone` says what the command did not do. @throws IssuesError */
export function refuseAmbiguous(
  folder: TemplatesFolder,
  entries: readonly Entry[],
  { ambiguous }: Matches,
  notDone: string,
): void {
  const issues = entries
    .filter((entry) => ambiguous.has(entry))
    .map(({ file, name }) => {
      const several = `Several templates have the name ${JSON.stringify(name)}, in the folder or in the workspace.`;
      return folderIssue(folder, file, `${several} Rename one of them, or write its ID into irs.json.`);
    });
  if (issues.length > 0) throw new IssuesError(issues, notDone);
}
