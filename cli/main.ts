/** The command line `irs`: finds the command, runs it, and turns what it throws into words and an exit code. */
import { readFileSync } from "node:fs";
import { ServiceError } from "../core/contract/errors.js";
import { didYouMean } from "../core/contract/suggest.js";
import { describeOptions, UsageError } from "./arguments.js";
import { type Command, EXIT } from "./command.js";
import { renderCommand } from "./commands/render.js";
import { validateCommand } from "./commands/validate.js";
import { paint, printable, type Terminal, write } from "./terminal.js";

const COMMANDS: readonly Command[] = [renderCommand, validateCommand];

const USAGE_HINT = '"irs --help" tells what there is.';

/** Runs a command line, the words after `irs`; resolves to the exit code. Never rejects for what a user did. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    const { err } = terminal;
    if (error instanceof UsageError) {
      await write(err, `${paint(err, "fault", "irs:")} ${printable(error.message)}\n${USAGE_HINT}\n`);
      return EXIT.usage;
    }
    const message = error instanceof ServiceError ? `${error.message} ${causeOf(error)}` : describeBug(error);
    await write(err, `${paint(err, "fault", "irs failed:")} ${message.trim()}\n`);
    return EXIT.bug;
  }
}

async function dispatch([name, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  switch (name) {
    case undefined:
      await write(terminal.err, overview());
      return EXIT.usage;
    case "help":
    case "--help":
    case "-h":
      await write(terminal.out, rest[0] === undefined ? overview() : helpOf(findCommand(rest[0])));
      return EXIT.ok;
    case "version":
    case "--version":
    case "-v":
      await write(terminal.out, `${readVersion()}\n`);
      return EXIT.ok;
    default: {
      const command = findCommand(name);
      if (!asksForHelp(rest)) return await command.run(rest, terminal);
      await write(terminal.out, helpOf(command));
      return EXIT.ok;
    }
  }
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = COMMANDS.map((candidate) => candidate.name);
  const hint = didYouMean(name, names);
  throw new UsageError(`There is no command ${name}.${hint === "" ? ` Known: ${names.join(", ")}.` : hint}`);
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end === -1 ? argv.length : end).some((word) => word === "--help" || word === "-h");
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const rows = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Renders templates on this machine, without a server.

Usage: irs COMMAND [options]

Commands
${rows.join("\n")}

"irs help COMMAND" tells more of a command, "irs --version" the version.
`;
}

function helpOf({ name, summary, synopsis, options, notes }: Command): string {
  return `irs ${name}: ${summary}

Usage: irs ${name} ${synopsis}

Options
${describeOptions(options)}

${notes}
`;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}

function causeOf({ cause }: ServiceError): string {
  return cause instanceof Error ? `(${cause.message})` : "";
}

/** What only we can mend, with all that helps us to. */
function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
