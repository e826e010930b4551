/** Installs the packages of a folder that has a lock file of its own, unless the installed ones match the lock file. */
export declare function installLocked(folder: string, contents: string): void;

/** Runs a command to its end. Ends this process when the command fails. */
export declare function run(command: string, commandArgs: readonly string[]): void;
