import { runProgram } from "./run-program.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs the command line `irs`. `argv` contains the words after `irs`. Resolves to the exit code, even after an error.
 */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runProgram(argv, terminal);
  } catch (error) {
    // Load the module only here: it loads the contract, which would make `irs --help` slower.
    const { reportError } = await import("./report-error.js");
    return await reportError(error, terminal);
  }
}
