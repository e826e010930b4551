import type { Terminal } from "./terminal.js";

/** The action of a command. Resolves to the exit code. */
export type Action = (terminal: Terminal) => Promise<number>;

/** Runs the action of the command that the command line names. */
export type RunAction = (action: Action) => Promise<void>;
