import { CommanderError, type OutputConfiguration } from "commander";
import { EXIT } from "./exit-code.js";
import { createProgram } from "./program.js";
import { hasColors, type Terminal, widthOf, write } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The error codes with which commander ends the run after it prints the help or the version. */
const PRINTED: readonly string[] = ["commander.help", "commander.helpDisplayed", "commander.version"];

/** Runs a command line. Resolves to the exit code. @throws UsageError if the command line is wrong */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.ok;
  const printed = { out: "", err: "" };
  const output: OutputConfiguration = {
    writeOut: (text) => (printed.out += text),
    writeErr: (text) => (printed.err += text),
    // The caller prints the errors.
    outputError: () => undefined,
    getOutHelpWidth: () => widthOf(terminal.out),
    getErrHelpWidth: () => widthOf(terminal.err),
    getOutHasColors: () => hasColors(terminal.out),
    getErrHasColors: () => hasColors(terminal.err),
  };
  const program = createProgram(output, async (action) => {
    exitCode = await action(terminal);
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (!PRINTED.includes(error.code)) throw new UsageError(sentenceOf(error));
    await write(terminal.out, printed.out);
    await write(terminal.err, printed.err);
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}

/** Returns the message on one line, without commander's prefix. */
function sentenceOf({ message }: CommanderError): string {
  const text = message.replace(/^error: /, "").replaceAll("\n", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
