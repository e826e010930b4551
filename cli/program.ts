import { Command, type OutputConfiguration } from "commander";
import { didYouMean } from "@image-render/engine/suggestions";
import { addBatchCommand } from "./commands/batch.js";
import { addCostCommand } from "./commands/cost.js";
import { addDoctorCommand } from "./commands/doctor.js";
import { addImportCommands } from "./commands/import.js";
import { addKeysCommands } from "./commands/keys.js";
import { addLocalCommands } from "./commands/local.js";
import { addMcpCommand } from "./commands/mcp.js";
import { addRenderCommand } from "./commands/render.js";
import { addSigningCommands } from "./commands/signing.js";
import { addStudioCommand } from "./commands/studio.js";
import { addTemplatesCommands } from "./commands/templates.js";
import { addTypesCommand } from "./commands/types.js";
import { addUploadsCommands } from "./commands/uploads.js";
import { addUsageCommand } from "./commands/usage.js";
import { addValidateCommand } from "./commands/validate.js";
import { addWebhooksCommands } from "./commands/webhooks.js";
import { addWorkspacesCommands } from "./commands/workspaces.js";
import { EXIT } from "./exit-code.js";
import { examples, helpLayout, leavesOf } from "./help-layout.js";
import type { RunAction } from "./run-action.js";
import { write } from "./terminal.js";
import { readVersion } from "./version.js";

const DESCRIPTION = `Renders image templates on this computer, and manages the templates, API keys, and workspaces of a service.

Commands that call a service take its URL and an API key from --url and --key, else from the variables IRS_URL and IRS_API_KEY, else from the local service that "npm start" runs in this folder.`;

/** Creates the tree of all commands. The code of a command is loaded only when the command runs. */
export function createProgram(output: OutputConfiguration, run: RunAction): Command {
  const program = new Command("irs")
    .description(DESCRIPTION)
    .version(readVersion(), "-v, --version", "Print the version.")
    .helpOption("-h, --help", "Print this help.")
    .helpCommand(false)
    // Options after a command's name belong to that command.
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp(helpLayout)
    .configureOutput(output);
  addRenderCommand(program, run);
  addValidateCommand(program, run);
  addImportCommands(program, run);
  addTemplatesCommands(program, run);
  addTypesCommand(program, run);
  addUploadsCommands(program, run);
  addStudioCommand(program, run);
  addKeysCommands(program, run);
  addWorkspacesCommands(program, run);
  addSigningCommands(program, run);
  addWebhooksCommands(program, run);
  addUsageCommand(program, run);
  addCostCommand(program, run);
  addDoctorCommand(program, run);
  addBatchCommand(program, run);
  addMcpCommand(program, run);
  addLocalCommands(program, run);
  for (const leaf of leavesOf(program)) {
    const callsService = leaf.options.some(({ long }) => long === "--url");
    leaf.helpGroup(callsService ? "Commands that call a service:" : "Commands that need no service:");
  }
  addHelpCommand(program);
  addVersionCommand(program, run);
  return program.addHelpText(
    "after",
    examples(
      "irs render card.json --watch",
      "irs validate templates/*.json",
      "irs templates push --dry-run",
      "irs help templates push",
    ),
  );
}

/** Adds `irs help`, for example `irs help templates push`. Commander's own help command uses only the first word. */
function addHelpCommand(program: Command): void {
  program
    .command("help")
    .helpGroup("Help:")
    .summary("Print the help of a command.")
    .description("Prints the help of a command, or the list of all commands.")
    .argument("[command...]", "Words that call the command, such as: templates push")
    .action((words: readonly string[]) => {
      let found = program;
      for (const word of words) {
        const next = found.commands.find((command) => command.name() === word);
        if (next === undefined) {
          const known = found.commands.map((command) => command.name());
          program.error(`error: unknown command '${words.join(" ")}'.${didYouMean(word, known)}`);
        }
        found = next;
      }
      found.help();
    });
}

/** Adds `irs version`. The list of commands does not show it, because `irs --version` is the usual form. */
function addVersionCommand(program: Command, run: RunAction): void {
  program
    .command("version")
    .description("Prints the version.")
    .action(() =>
      run(async ({ out }) => {
        await write(out, `${program.version() ?? ""}\n`);
        return EXIT.ok;
      }),
    );
}
