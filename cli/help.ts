/** What `--help` says. */
import { describeOptions } from "./arguments.js";
import { type Command, type CommandGroup } from "./command.js";

/** A first word of the command line. */
export type Entry = Command | CommandGroup;

/** Whether a word stands for several commands. */
export function isGroup(entry: Entry): entry is CommandGroup {
  return "commands" in entry;
}

/** The help of everything: a line a command. */
export function describeAll(entries: readonly Entry[]): string {
  const local = entries.filter((entry) => !isGroup(entry) && !speaksToService(entry));
  const remote = entries.filter((entry) => isGroup(entry) || speaksToService(entry));
  const rows = (some: readonly Entry[]) =>
    some.flatMap((entry): [string, string][] =>
      isGroup(entry)
        ? entry.commands.map(({ name, summary }) => [`${entry.name} ${name}`, summary])
        : [[entry.name, entry.summary]],
    );
  const width = Math.max(...rows(entries).map(([name]) => name.length));
  const lines = (some: readonly Entry[]) => rows(some).map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
  return `Renders templates on this machine, and keeps those of a service.

Usage: irs COMMAND [options]

On this machine, without a server
${lines(local).join("\n")}

With a service: --url and --key, IRS_URL and IRS_API_KEY, or the local run of this folder
${lines(remote).join("\n")}

"irs help COMMAND" tells more of a command, "irs --version" the version.
`;
}

/** The help of a group's commands. */
export function describeGroup({ name, summary, commands }: CommandGroup): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const rows = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return `irs ${name}: ${summary}

Usage: irs ${name} COMMAND [options]

Commands
${rows.join("\n")}

"irs help ${name} COMMAND" tells more of a command.
`;
}

/** The help of one command; `words` are those that call it. */
export function describeCommand(words: string, { summary, synopsis, options, notes }: Command): string {
  return `irs ${words}: ${summary}

Usage: irs ${words} ${synopsis}

Options
${describeOptions(options)}
${notes === "" ? "" : `\n${notes}\n`}`;
}

function speaksToService({ options }: Command): boolean {
  return Object.hasOwn(options, "url");
}
