import { runProgram } from "./run-program.js";
import type { Terminal } from "./terminal.js";

/** Runs the command line `irs`. `argv` are the words after `irs`. Resolves to the exit code, for errors too. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runProgram(argv, terminal);
  } catch (error) {
    // Loaded here because it loads the contract, which would make `irs --help` slower.
    const { reportError } = await import("./report-error.js");
    return await reportError(error, terminal);
  }
}
