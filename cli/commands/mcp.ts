import type { Command } from "commander";
import type { ConnectionOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs mcp`. */
export function addMcpCommand(program: Command, run: RunAction): void {
  const command = program
    .command("mcp")
    .summary("Serve an assistant over its standard streams.")
    .description(
      "Serves an assistant by the Model Context Protocol over the standard input and output, until the input ends. The assistant starts this command itself: docs/mcp.md shows its configuration.",
    )
    .addHelpText("after", examples("irs mcp"))
    .action((options: ConnectionOptions) =>
      run(async (terminal) => {
        const { serveAssistant } = await import("../actions/mcp.js");
        return await serveAssistant(terminal, options);
      }),
    );
  addConnectionOptions(command);
}
