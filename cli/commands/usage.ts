import type { Command } from "commander";
import type { ListOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, jsonOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs usage`. */
export function addUsageCommand(program: Command, run: RunAction): void {
  const command = program
    .command("usage")
    .summary("Print the workspace's plan and credits.")
    .description("Prints the workspace's plan, its credits, and the usage of this month by day.")
    .addOption(jsonOption())
    .addHelpText("after", examples("irs usage"))
    .action((options: ListOptions) =>
      run(async (terminal) => {
        const { printUsage } = await import("../actions/usage.js");
        return await printUsage(terminal, options);
      }),
    );
  addConnectionOptions(command);
}
