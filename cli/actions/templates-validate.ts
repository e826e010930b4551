import type { ValidateTemplatesOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { chooseFiles, openFolder } from "../templates-folder/read-templates.js";
import type { Terminal } from "../terminal.js";
import { reportFiles } from "./validate.js";

/** Runs `irs templates validate`. @throws UsageError, IssuesError */
export async function validateTemplates(
  terminal: Terminal,
  files: readonly string[],
  options: ValidateTemplatesOptions,
): Promise<number> {
  const folder = await openFolder(options.folder, terminal.folder);
  const checked = [];
  for (const file of chooseFiles(folder, files, terminal.folder)) {
    const content = await folder.read(file);
    const issues = "issues" in content ? content.issues : [];
    checked.push({ file: folder.nameOf(file), issues, localImageCount: 0 });
  }
  return (await reportFiles(checked, terminal, options)) ? EXIT.ok : EXIT.issues;
}
