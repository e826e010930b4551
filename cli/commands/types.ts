import { type Command, Option } from "commander";
import type { TypesOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs types`: a TypeScript module with the IDs and types of templates. */
export function addTypesCommand(program: Command, run: RunAction): void {
  const command = program
    .command("types")
    .summary("Write the types of templates for TypeScript.")
    .description(
      `Writes a TypeScript module with the ID of each template, and the types of its layers and variables, for @image-render/client. Without --folder, the templates are those of the workspace.

With --folder, no service is called. The IDs are those that irs.json records for the service of --url or IRS_URL. A template that was never pushed is left out.`,
    )
    .addOption(valueOption("-o, --out <file>", "File to write. Default: standard output."))
    .addOption(valueOption("--folder <folder>", "Folder with templates and irs.json, in place of the workspace."))
    .addOption(new Option("--watch", "Write the file again when a template has changed."))
    .addHelpText("after", examples("irs types --out src/irs.ts", "irs types --folder templates --out irs.ts --watch"))
    .action((options: TypesOptions) =>
      run(async (terminal) => {
        const { writeTypes } = await import("../actions/types.js");
        return await writeTypes(terminal, options);
      }),
    );
  addConnectionOptions(command);
}
