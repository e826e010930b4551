import { type Command, Option } from "commander";
import type { DoctorOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, jsonOption, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs doctor`. */
export function addDoctorCommand(program: Command, run: RunAction): void {
  const command = program
    .command("doctor")
    .summary("Check a service from outside.")
    .description(
      "Checks a service from outside, and prints what is wrong and what to do about it: address, clock, version, key, credits, a render, its webhook, and a view of a signed image. The pictures cost two credits.",
    )
    .option("--no-pictures", "Make no pictures, so that the check costs nothing.")
    .addOption(jsonOption())
    .addHelpText("after", examples("irs doctor", "irs doctor --no-pictures", "irs doctor --aws --region eu-central-1"))
    .action((options: DoctorOptions) =>
      run(async (terminal) => {
        const { diagnose } = await import("../actions/doctor.js");
        return await diagnose(terminal, options);
      }),
    );
  const ofAccount = [
    new Option(
      "--aws",
      "Also check the AWS account: quotas, permissions, bootstrap, alarms, logs, budget. Works before a deployment too.",
    ),
    valueOption("--profile <name>", "Profile of the AWS configuration files. Default: the environment."),
    valueOption("--region <region>", "Region of the stack. Default: that of the environment or of the profile."),
    valueOption("--stack <name>", "Name of the stack. Default: ImageRender-prod."),
  ];
  for (const option of ofAccount) command.addOption(option.helpGroup("AWS account:"));
  addConnectionOptions(command);
}
