import { type OptionTable } from "./arguments.js";
import { type Terminal } from "./terminal.js";

/** A command of `irs`. */
export interface Command {
  /** The word that calls it; in a group, the second one. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows `irs` and the command's name. */
  readonly synopsis: string;
  readonly options: OptionTable;
  /** What its help tells beyond the options. */
  readonly notes: string;
  /** Runs the command with the arguments after its name; resolves to the exit code. @throws UsageError */
  run(argv: readonly string[], terminal: Terminal): Promise<number>;
}

/** Commands that share a first word: `irs templates push`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}

/** Exit codes; the last is sysexits' EX_SOFTWARE. */
export const EXIT = { ok: 0, faults: 1, usage: 2, bug: 70 } as const;
