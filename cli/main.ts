/** The command line `irs`: finds the command, runs it, and turns what it throws into words and an exit code. */
import { readFileSync } from "node:fs";
import { ServiceError } from "../core/contract/errors.js";
import { didYouMean } from "../core/contract/suggest.js";
import { ApiError } from "./api/api-error.js";
import { UsageError } from "./arguments.js";
import { type Command, type CommandGroup, EXIT } from "./command.js";
import { keysCommands } from "./commands/keys.js";
import { renderCommand } from "./commands/render.js";
import { signingCommands } from "./commands/signing.js";
import { templatesCommands } from "./commands/templates.js";
import { usageCommand } from "./commands/usage.js";
import { validateCommand } from "./commands/validate.js";
import { workspacesCommands } from "./commands/workspaces.js";
import { describeAll, describeCommand, describeGroup, type Entry, isGroup } from "./help.js";
import { FaultsError } from "./finding.js";
import { formatFindings } from "./print.js";
import { paint, printable, type Terminal, write } from "./terminal.js";

const ENTRIES: readonly Entry[] = [
  renderCommand,
  validateCommand,
  templatesCommands,
  keysCommands,
  workspacesCommands,
  signingCommands,
  usageCommand,
];

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
    if (error instanceof ApiError) {
      await write(err, `${paint(err, "fault", "irs:")} ${describeApiError(error)}\n`);
      return error.exitCode;
    }
    if (error instanceof FaultsError) {
      await write(err, formatFindings(err, { faults: error.faults, warnings: [] }) + `${error.message}\n`);
      return EXIT.faults;
    }
    const message = error instanceof ServiceError ? `${error.message} ${causeOf(error)}` : describeBug(error);
    await write(err, `${paint(err, "fault", "irs failed:")} ${message.trim()}\n`);
    return EXIT.bug;
  }
}

async function dispatch([name, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  switch (name) {
    case undefined:
      await write(terminal.err, describeAll(ENTRIES));
      return EXIT.usage;
    case "help":
    case "--help":
    case "-h":
      await write(terminal.out, rest[0] === undefined ? describeAll(ENTRIES) : helpFor(rest[0], rest[1]));
      return EXIT.ok;
    case "version":
    case "--version":
    case "-v":
      await write(terminal.out, `${readVersion()}\n`);
      return EXIT.ok;
    default: {
      const entry = find(ENTRIES, name);
      return isGroup(entry)
        ? await dispatchGroup(entry, rest, terminal)
        : await runCommand(name, entry, rest, terminal);
    }
  }
}

async function dispatchGroup(group: CommandGroup, argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    await write(terminal.err, describeGroup(group));
    return EXIT.usage;
  }
  if (name === "--help" || name === "-h") {
    await write(terminal.out, describeGroup(group));
    return EXIT.ok;
  }
  return await runCommand(`${group.name} ${name}`, find(group.commands, name, group.name), rest, terminal);
}

async function runCommand(
  words: string,
  command: Command,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (!asksForHelp(argv)) return await command.run(argv, terminal);
  await write(terminal.out, describeCommand(words, command));
  return EXIT.ok;
}

function helpFor(name: string, second: string | undefined): string {
  const entry = find(ENTRIES, name);
  if (!isGroup(entry)) return describeCommand(name, entry);
  if (second === undefined) return describeGroup(entry);
  return describeCommand(`${name} ${second}`, find(entry.commands, second, name));
}

function find<Named extends { readonly name: string }>(among: readonly Named[], name: string, group = ""): Named {
  const found = among.find((candidate) => candidate.name === name);
  if (found !== undefined) return found;
  const names = among.map((candidate) => candidate.name);
  const hint = didYouMean(name, names);
  const words = group === "" ? name : `${group} ${name}`;
  throw new UsageError(`There is no command ${words}.${hint === "" ? ` Known: ${names.join(", ")}.` : hint}`);
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end === -1 ? argv.length : end).some((word) => word === "--help" || word === "-h");
}

function describeApiError({ message, facts, issues }: ApiError): string {
  const lines = issues.map(
    ({ path, message: text }) => `\n  ${path === "" ? "" : `${printable(path)}: `}${printable(text)}`,
  );
  return `${printable(message)}${facts === "" ? "" : ` (${printable(facts)})`}${lines.join("")}`;
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
