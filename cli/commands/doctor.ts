import type { Command } from "commander";
import type { DoctorOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, jsonOption } from "../options.js";
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
    .addHelpText("after", examples("irs doctor", "irs doctor --no-pictures"))
    .action((options: DoctorOptions) =>
      run(async (terminal) => {
        const { diagnose } = await import("../actions/doctor.js");
        return await diagnose(terminal, options);
      }),
    );
  addConnectionOptions(command);
}
