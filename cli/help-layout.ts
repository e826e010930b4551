import { styleText } from "node:util";
import type { Command, HelpConfiguration } from "commander";

/** Changes commander's help: the first page lists every command of every group, and headings are bold. */
export const helpLayout: HelpConfiguration = {
  visibleCommands: (command) =>
    command.parent === null ? leavesOf(command).filter((leaf) => leaf.name() !== "version") : [...command.commands],
  subcommandTerm: (command) => wordsOf(command),
  styleTitle: bold,
};

/** Formats example command lines as the last part of a command's help. */
export function examples(...lines: readonly string[]): string {
  return ["", bold("Examples:"), ...lines.map((line) => `  ${line}`)].join("\n");
}

/** Returns the commands that have an action, in their order. A group has no action: it only contains commands. */
export function leavesOf({ commands }: Command): Command[] {
  return commands.flatMap((command) => (command.commands.length === 0 ? [command] : leavesOf(command)));
}

/** Returns the words that call a command, without `irs`. */
function wordsOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${wordsOf(parent)} ${command.name()}`;
}

/** Returns bold text. Commander removes the style if the output has no colors. */
function bold(text: string): string {
  return styleText("bold", text, { validateStream: false });
}
