import { type Command, Option } from "commander";
import type { ValidateOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs validate`. */
export function addValidateCommand(program: Command, run: RunAction): void {
  program
    .command("validate")
    .summary("Check templates and requests without rendering.")
    .description(
      "Checks templates, and a request for a template, without rendering. The exit code is 0 if all are valid, and 1 if one has an error.",
    )
    .argument("<template...>", "JSON files of the templates.")
    .addOption(valueOption("-d, --data <file>", "JSON file of a request to check against the template."))
    .addOption(new Option("--json", "Print the result as one line of JSON."))
    .addHelpText("after", examples("irs validate templates/*.json", "irs validate card.json --data request.json"))
    .action((templates: readonly string[], options: ValidateOptions) =>
      run(async (terminal) => {
        const { validate } = await import("../actions/validate.js");
        return await validate(terminal, templates, options);
      }),
    );
}
