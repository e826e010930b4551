import type { Terminal } from "./terminal.js";

/** What a command does. It resolves to the exit code. */
export type Action = (terminal: Terminal) => Promise<number>;

/** Runs the action of the command that the command line names. */
export type RunAction = (action: Action) => Promise<void>;
