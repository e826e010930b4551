import { relative, resolve, sep } from "node:path";
import { connect } from "../api/connect.js";
import type { FolderOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { type LocalContent, readLocalFile } from "../local-files.js";
import { fileIssue, IssuesError, type LocatedIssue } from "../located-issue.js";
import { UploadPusher } from "../templates-folder/push-uploads.js";
import { openFolder } from "../templates-folder/read-templates.js";
import { paint, printable, type Terminal, write } from "../terminal.js";

/** Runs `irs uploads push`. @throws UsageError, IssuesError, ApiError */
export async function pushUploads(
  terminal: Terminal,
  names: readonly string[],
  options: FolderOptions,
): Promise<number> {
  const { out, folder: workingFolder } = terminal;
  const contents = new Map<string, LocalContent>();
  const issues: LocatedIssue[] = [];
  for (const name of names) {
    const read = await readLocalFile(resolve(workingFolder, name), undefined);
    if ("problem" in read) issues.push(fileIssue(name, read.problem));
    else contents.set(name, read);
  }
  if (issues.length > 0) throw new IssuesError(issues, "Nothing was uploaded.");
  const folder = await openFolder(options.folder, workingFolder);
  const uploads = new UploadPusher(await connect(options, terminal), folder);
  for (const [name, content] of contents) {
    const file = relative(folder.path, resolve(workingFolder, name)).split(sep).join("/");
    const { path, isNew } = await uploads.push(content, file);
    const outcome = isNew ? paint(out, "success", "uploaded") : paint(out, "quiet", "unchanged");
    await write(out, `${printable(name)}  ${outcome}  ${path}\n`);
  }
  return EXIT.ok;
}
