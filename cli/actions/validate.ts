import type { ValidateOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import type { LocatedIssue } from "../located-issue.js";
import { count, formatIssues, issueToJson } from "../print.js";
import { loadRenderInput } from "../render-input.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** Runs `irs validate`. @throws UsageError */
export async function validate(
  terminal: Terminal,
  templates: readonly string[],
  { data, json }: ValidateOptions,
): Promise<number> {
  if (data !== undefined && templates.length > 1) {
    throw new UsageError("--data checks a request against one template. Give one template only.");
  }
  const checked: CheckedFile[] = [];
  for (const file of templates) {
    const { issues, localImageCount } = await loadRenderInput({ folder: terminal.folder, template: file, data });
    checked.push({ file, issues, localImageCount });
  }
  return (await reportFiles(checked, terminal, { json })) ? EXIT.ok : EXIT.issues;
}

/** A checked file. */
export interface CheckedFile {
  readonly file: string;
  readonly issues: readonly LocatedIssue[];
  /** The number of local image files that it names. */
  readonly localImageCount: number;
}

/** Prints the results of the checks. Resolves to whether all files are valid. */
export async function reportFiles(
  checked: readonly CheckedFile[],
  terminal: Terminal,
  { json = false }: { readonly json?: boolean | undefined },
): Promise<boolean> {
  await (json ? reportJson(checked, terminal) : reportText(checked, terminal));
  return checked.every(({ issues }) => issues.length === 0);
}

async function reportText(checked: readonly CheckedFile[], { out, err }: Terminal): Promise<void> {
  for (const { file, issues, localImageCount } of checked) {
    if (issues.length > 0) {
      await write(err, formatIssues(err, { issues, warnings: [] }));
      continue;
    }
    const uploads = localImageCount === 0 ? "" : `, with ${count(localImageCount, "local image file")} to upload first`;
    await write(out, `${printable(file)}  ${paint(out, "success", "valid")}${uploads}\n`);
  }
}

async function reportJson(checked: readonly CheckedFile[], { out }: Terminal): Promise<void> {
  const files = checked.map(({ file, issues, localImageCount }) => ({
    file,
    ok: issues.length === 0,
    localImages: localImageCount,
    issues: issues.map(issueToJson),
  }));
  await write(out, JSON.stringify({ ok: files.every(({ ok }) => ok), files }) + "\n");
}
