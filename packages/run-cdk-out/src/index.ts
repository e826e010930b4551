/**
 * Runs a stack of a CDK app on this machine.
 *
 * `runProgram` is a whole command line program: options, terminal, signals, exit code. `startRunner` is the runner
 * alone.
 */
export { readCommandLine, type CommandLine, type ParsedCommandLine, type RunSettings } from "./program/run-settings.js";
export { runProgram, type Program, type Ready } from "./program/run-program.js";
export { startRunner } from "./runner.js";
export type { AssemblyFolder, Runner, RunnerOptions, StackSource } from "./runner-types.js";
export { createLogPrinter } from "./console/log-lines.js";
export { createProgress, type Progress } from "./console/progress.js";
export { synthesisFolder } from "./state/synthesis-folder.js";
export { synthesize, type Project } from "./synthesis/synthesize.js";
export { type Assembly, readAssembly } from "./template/assembly.js";
export type { RetainedResource } from "./template/delete-stack.js";
export type { Template } from "./template/template.js";
export { TemplateError } from "./template/template-error.js";
export { UserError } from "./user-error.js";
