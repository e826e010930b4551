/** The options of a runner, and the interface of a running stack. */
import type { Progress } from "./console/progress.js";
import type { RunSettings } from "./program/run-settings.js";
import type { RetainedResource } from "./template/delete-stack.js";
import type { Project } from "./synthesis/synthesize.js";

/** An existing cloud assembly. */
export interface AssemblyFolder {
  readonly assemblyDir: string;
  /** The stack to run, if the assembly has more than one. */
  readonly stackName?: string | undefined;
}

/** Where the stack comes from: a finished assembly, or a project that is synthesized first. */
export type StackSource = AssemblyFolder | Project;

export interface RunnerOptions {
  readonly settings: RunSettings;
  readonly source: StackSource;
  /** More arguments for the Node.js that runs functions, for example `--enable-source-maps`. */
  readonly nodeArgs?: readonly string[];
  readonly progress: Progress;
  /** Receives each line that a function, a service or the runner itself logs, with the short name of its source. */
  readonly onLogLine: (name: string, line: string) => void;
}

/** A function of a running stack. */
export interface RunningFunction {
  readonly name: string;
  /** The folder of the code that new invocations run. */
  readonly codeDir: string;
}

/** A running stack. */
export interface Runner {
  /**
   * `http://127.0.0.1:<port>`: the distribution. In a stack without one, the first HTTP API or else the first function
   * URL; undefined if it has none of these.
   */
  readonly baseUrl: string | undefined;
  /** The HTTP APIs and function URLs: the domain name that each has in the template, and where it listens. */
  readonly endpoints: readonly { readonly domainName: string; readonly url: string }[];
  /** The runner's own port: state of functions and services, and actions for tests. See the README. */
  readonly inspectUrl: string;
  /** The outputs of the template. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The current value of a secret, by ARN or name. */
  readonly readSecret: (idOrArn: string) => string | undefined;
  /** The functions, by the short names that the log shows. */
  readonly functions: readonly RunningFunction[];
  /**
   * Runs new invocations of a function with the code in this folder, which must have the same layout as the function's
   * asset. Running invocations end normally. Throws a UserError if there is no function of this name.
   */
  replaceCode(functionName: string, codeDir: string): void;
  /** Starts the processes that the first request will need. Returns at once. */
  prewarm(): void;
  /**
   * Deletes the stack according to the deletion policies of its resources, and returns what it leaves behind. The stack
   * cannot be used after that, so close the runner. The next start creates a new stack with other names and IDs.
   */
  deleteStack(): Promise<readonly RetainedResource[]>;
  /** Resolves when a request to the inspection port has deleted the stack: nothing is left to run. */
  readonly ended: Promise<unknown>;
  /** Stops in order: servers, pollers, functions, services. */
  close(): Promise<void>;
}
