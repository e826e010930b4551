import { type OptionTable, readArguments, UsageError } from "../arguments.js";
import { type Command, EXIT } from "../command.js";
import { type Finding } from "../finding.js";
import { loadJob } from "../job.js";
import { count, findingToJson, formatFindings } from "../print.js";
import { paint, printable, type Terminal, write } from "../terminal.js";

const OPTIONS = {
  data: { type: "string", short: "d", value: "FILE", help: "a request to check against the template" },
  json: { type: "boolean", help: "report as one line of JSON" },
} as const satisfies OptionTable;

/** `irs validate`: finds the faults of templates without drawing them. */
export const validateCommand: Command = {
  name: "validate",
  summary: "check templates, and requests, without drawing",
  synopsis: "TEMPLATE.json... [options]",
  options: OPTIONS,
  notes: `The exit code is 0 without a fault, 1 with one.

Examples
  irs validate templates/*.json
  irs validate card.json --data request.json`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, OPTIONS);
    if (operands.length === 0) throw new UsageError("Which template? Name its JSON file.");
    if (options.data !== undefined && operands.length > 1) throw new UsageError("--data goes with one template.");
    const checked: CheckedFile[] = [];
    for (const file of operands) {
      const { faults, localImageCount } = await loadJob({
        folder: terminal.folder,
        template: file,
        data: options.data,
      });
      checked.push({ file, faults, localImageCount });
    }
    return (await reportFiles(checked, terminal, options)) ? EXIT.ok : EXIT.faults;
  },
};

/** A file that was checked. */
export interface CheckedFile {
  readonly file: string;
  readonly faults: readonly Finding[];
  /** Image files that it names beside itself. */
  readonly localImageCount: number;
}

/** Reports files that were checked; resolves to whether all are right. */
export async function reportFiles(
  checked: readonly CheckedFile[],
  terminal: Terminal,
  { json }: { readonly json: boolean },
): Promise<boolean> {
  await (json ? reportJson(checked, terminal) : reportText(checked, terminal));
  return checked.every(({ faults }) => faults.length === 0);
}

async function reportText(checked: readonly CheckedFile[], { out, err }: Terminal): Promise<void> {
  for (const { file, faults, localImageCount } of checked) {
    if (faults.length > 0) {
      await write(err, formatFindings(err, { faults, warnings: [] }));
      continue;
    }
    const files = localImageCount === 0 ? "" : `, but ${count(localImageCount, "image file")} to upload first`;
    await write(out, `${printable(file)}  ${paint(out, "success", "no fault")}${files}\n`);
  }
}

async function reportJson(checked: readonly CheckedFile[], { out }: Terminal): Promise<void> {
  const files = checked.map(({ file, faults, localImageCount }) => ({
    file,
    ok: faults.length === 0,
    localImages: localImageCount,
    faults: faults.map(findingToJson),
  }));
  await write(out, JSON.stringify({ ok: files.every(({ ok }) => ok), files }) + "\n");
}
