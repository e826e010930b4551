import { type Command, Option } from "commander";
import type { CostOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, jsonOption, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs cost`. */
export function addCostCommand(program: Command, run: RunAction): void {
  const command = program
    .command("cost")
    .summary("Estimate the bill of AWS.")
    .description(
      "Estimates the bill of AWS for a month, line by line, from a list of prices with a date. Without a plan, it takes the renders of this month from the usage of the workspace, and calls the service. With --yesterday, it prints what the whole deployment cost yesterday.",
    )
    .argument("[plan]", 'What happens in a month: "10,000 renders, 1 M views, 500 webhooks".')
    .addOption(valueOption("--seconds <number>", "Time of a render in seconds. Default: 0.3."))
    .addOption(valueOption("--kilobytes <number>", "Size of a picture in kilobytes. Default: 150."))
    .addOption(new Option("--dashboard", "With the dashboard of CloudWatch, which the setting `dashboard` creates."))
    .addOption(
      new Option("--yesterday", "The bill of yesterday (UTC) for all workspaces. The key needs the scope `operator`."),
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "irs cost",
        'irs cost "10,000 renders, 1 M views"',
        "irs cost --seconds 1 '2 M renders'",
        "irs cost --yesterday",
      ),
    )
    .action((plan: string | undefined, options: CostOptions) =>
      run(async (terminal) => {
        const { printCost } = await import("../actions/cost.js");
        return await printCost(terminal, plan, options);
      }),
    );
  addConnectionOptions(command);
}
