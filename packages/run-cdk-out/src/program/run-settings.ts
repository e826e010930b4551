/** The settings of one run, and the command line that they come from. */
import { resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError, type Option, type OptionValues } from "commander";
import { DENIABLE_SERVICES, type Denial } from "../denials.js";
import { UserError } from "../user-error.js";

export interface RunSettings {
  /** Port of the stack's base URL. */
  readonly port: number;
  /** Whether to start with empty services. */
  readonly fresh: boolean;
  /** Whether to print only warnings, errors, and how to reach the stack. */
  readonly quiet: boolean;
  /** Absolute path. */
  readonly stateDir: string;
  /** CDK context that overrides the context of the project. */
  readonly context: Readonly<Record<string, string>>;
  /** Debugger ports by function name. */
  readonly inspect: Readonly<Record<string, number>>;
  /** Whether functions may make every call, whatever the policies of the template say. */
  readonly allowAll?: boolean | undefined;
  /** A file that gets a line for each grant and for its first use. */
  readonly grantsLog?: string | undefined;
  /** Actions that single functions may not call. */
  readonly denials: readonly Denial[];
  /** Logical IDs of resources whose creation must fail. */
  readonly resourcesToFail?: readonly string[];
  /** The maximum number of simultaneous invocations of all functions together; undefined for no limit. */
  readonly accountConcurrency?: number | undefined;
  /**
   * Host names that requests may name, besides those of this machine. A name that begins with a dot allows all names
   * below it.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Whether the clock of the stack can be moved. */
  readonly movableClock?: boolean | undefined;
  /** The minimum duration of each DynamoDB transaction of a function. Without it, transactions do not conflict. */
  readonly transactionMs?: number | undefined;
  /** Whether functions are started before their first invocation. By default, those that callers wait for are. */
  readonly prewarm?: boolean | undefined;
}

/** A program that runs a stack: its name and the options that differ from one program to another. */
export interface CommandLine {
  /** The text that a person types before the options, for example `npm start --`. */
  readonly command: string;
  readonly summary: string;
  /** Absolute path of the default state folder, which `--state` can change. */
  readonly stateDir: string;
  /** The name of that folder in the help. */
  readonly stateDirName: string;
  /** Options that only this program has. */
  readonly options?: readonly Option[];
}

export interface ParsedCommandLine {
  readonly settings: RunSettings;
  /** Values of the program's own options. */
  readonly values: OptionValues;
}

const DEFAULT_PORT = 4_000;
/** The port that debuggers try by default. */
const FIRST_INSPECTOR_PORT = 9_229;

/**
 * Reads arguments and environment. Returns undefined if the arguments only ask for the help, which `write` receives.
 */
export function readCommandLine(
  line: CommandLine,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  write: (text: string) => void,
): ParsedCommandLine | undefined {
  const command = describeCommand(line).configureOutput({ writeOut: write, writeErr: () => undefined });
  try {
    command.parse(args, { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    if (cause.exitCode === 0) return undefined;
    throw new UserError(`${sentence(cause.message)} See \`${line.command} --help\`.`, { cause });
  }
  const values = command.opts<ParsedOptions>();
  return {
    settings: {
      port: values.port ?? readPort(environment["PORT"]),
      fresh: values.fresh ?? false,
      quiet: values.quiet ?? false,
      stateDir: values.state === undefined ? line.stateDir : resolve(values.state),
      context: Object.fromEntries(values.context ?? []),
      inspect: Object.fromEntries(inspectorPorts(values.inspect ?? [])),
      allowAll: values.allowAll,
      grantsLog: values.grantsLog === undefined ? undefined : resolve(values.grantsLog),
      denials: values.deny ?? [],
      resourcesToFail: values.fail ?? [],
      accountConcurrency: values.accountConcurrency,
      transactionMs: values.transactionMs,
      movableClock: values.movableClock,
      allowedHosts: values.allowHost,
      prewarm: values.prewarm,
    },
    values,
  };
}

/** Returns Commander's message as one sentence. */
function sentence(message: string): string {
  const reason = message
    .replace(/^error: /, "")
    .replaceAll("\n", " ")
    .replace(/\.$/, "");
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

type Pair = readonly [name: string, value: string];

interface ParsedOptions {
  readonly port?: number;
  readonly fresh?: boolean;
  readonly quiet?: boolean;
  readonly state?: string;
  readonly context?: readonly Pair[];
  readonly inspect?: readonly string[];
  readonly allowAll?: boolean;
  readonly grantsLog?: string;
  readonly deny?: readonly Denial[];
  readonly fail?: readonly string[];
  readonly accountConcurrency?: number;
  readonly transactionMs?: number;
  readonly movableClock?: boolean;
  readonly allowHost?: readonly string[];
  readonly prewarm: boolean;
}

function describeCommand({ command, summary, stateDirName, options = [] }: CommandLine): Command {
  const described = new Command()
    .name(command)
    .usage("[options]")
    .description(summary)
    .allowExcessArguments(false)
    .exitOverride()
    .helpOption("-h, --help", "show this help");
  for (const option of options) described.addOption(option);
  return described
    .option("--fresh", "start with empty tables, buckets and secrets")
    .option(
      "-c, --context <name=value>",
      "set a value of the CDK context, as `cdk synth --context` does (repeatable)",
      addPair,
    )
    .option("--port <number>", `port of the base URL (default: the variable PORT, or ${DEFAULT_PORT})`, parsePort)
    .option(
      "--state <folder>",
      `keep state in this folder instead of ${stateDirName} (a second runner needs another one)`,
    )
    .option("--inspect <function[=port]>", "open a debugger port for one function (repeatable)", addText)
    .option("--allow-all", "let functions make every call, instead of what the policies of the template allow")
    .option("--grants-log <file>", "append each grant of the template and its first use to this file")
    .option(
      "--deny <function:service:Action>",
      "refuse one action of one function, for example renderer:s3:PutObject (repeatable)",
      addDenial,
    )
    .option("--fail <logicalId>", "let the creation of a resource fail, to see the rollback (repeatable)", addText)
    .option(
      "--account-concurrency <number>",
      "throttle when this many invocations of all functions run, as a new AWS account does",
      parseWholeNumber,
    )
    .option(
      "--transaction-ms <number>",
      "let each transaction on DynamoDB take this long, and refuse other writes of its items meanwhile",
      parseWholeNumber,
    )
    .option("--movable-clock", "let the inspection port move the clock of functions, queues and schedules")
    .option(
      "--allow-host <name>",
      "accept requests for this host name too, for example of a tunnel; .example.com for all below it (repeatable)",
      addHost,
    )
    .option("--no-prewarm", "start each function only when it is called first, which saves memory and processor time")
    .option("--quiet", "show only warnings, errors, and how to reach the stack");
}

const addText = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

function addPair(text: string, before: readonly Pair[] = []): readonly Pair[] {
  const equals = text.indexOf("=");
  if (equals < 1) throw new InvalidArgumentError("It needs a name and a value, for example `--context name=value`");
  return [...before, [text.slice(0, equals), text.slice(equals + 1)]];
}

function addHost(text: string, before: readonly string[] = []): readonly string[] {
  if (/^\.?[a-z\d_-]+(\.[a-z\d_-]+)*$/i.test(text)) return [...before, text.toLowerCase()];
  throw new InvalidArgumentError("It needs a host name without a port, for example `--allow-host preview.example.com`");
}

function addDenial(text: string, before: readonly Denial[] = []): readonly Denial[] {
  const [functionName = "", service, action = "", ...rest] = text.split(":");
  const known = DENIABLE_SERVICES.find((name) => name === service);
  if (functionName === "" || known === undefined || !/^[A-Z]\w+$/.test(action) || rest.length > 0) {
    throw new InvalidArgumentError(
      `It needs a function, a service (${DENIABLE_SERVICES.join(", ")}) and an action, for example \`renderer:s3:PutObject\``,
    );
  }
  return [...before, { functionName, service: known, action }];
}

function parseWholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("It must be a whole number of 1 or more");
  return number;
}

function parsePort(text: string): number {
  const port = portIn(text);
  if (port === undefined) throw new InvalidArgumentError("It must be a number from 1 to 65535");
  return port;
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_PORT;
  const port = portIn(text);
  if (port === undefined) throw new UserError(`PORT must be a number from 1 to 65535, not "${text}".`);
  return port;
}

function portIn(text: string): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : undefined;
}

/**
 * Returns the debugger port of each function. Functions without a port get the usual debugger port and the ports after
 * it.
 */
function inspectorPorts(functions: readonly string[]): [name: string, port: number][] {
  let next = FIRST_INSPECTOR_PORT;
  return functions.map((text) => {
    const [name = "", given] = text.split("=");
    if (given === undefined) return [name, next++];
    const port = portIn(given);
    if (port === undefined) {
      throw new UserError(`--inspect ${text}: the port must be a number from 1 to 65535, not "${given}".`);
    }
    return [name, port];
  });
}
