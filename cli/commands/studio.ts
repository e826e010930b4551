import { type Command, Option } from "commander";
import type { StudioOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, repeatableOption, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs studio`: a link that signs in to the studio. */
export function addStudioCommand(program: Command, run: RunAction): void {
  const command = program
    .command("studio")
    .summary("Print a link that signs in to the studio.")
    .description(
      `Creates a link that signs in to the studio without a key, and prints it. It works once, within five minutes. Needs a key with the scope admin.

Standard output gets the link and nothing else. Messages go to standard error. The session ends after 12 hours, or when the key is revoked.`,
    )
    .addOption(
      valueOption("--name <name>", "Who signs in, for example a colleague. The studio shows it. Default: irs studio."),
    )
    .addOption(
      repeatableOption(
        "--scope <scope>",
        "render, templates, admin or operator. You can give it several times. Default: all scopes of the key.",
      ),
    )
    .addOption(
      new Option(
        "--open",
        "Open the link in the browser, by the command in BROWSER or the one of the system. Other users of this computer can see the link in the process list until it is used.",
      ),
    )
    .addHelpText(
      "after",
      examples("irs studio --open", 'irs studio --name "Ada Lovelace" --scope render --scope templates'),
    )
    .action((options: StudioOptions) =>
      run(async (terminal) => {
        const { linkToStudio } = await import("../actions/studio.js");
        return await linkToStudio(terminal, options);
      }),
    );
  addConnectionOptions(command);
}
