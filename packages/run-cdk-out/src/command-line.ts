/** The command line of `npm start`. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { UserError } from "./user-error.js";

export const USAGE = `Runs the whole service on this machine.

  npm start -- [options]

  --fresh            begin with empty tables, buckets and secrets
  --context k=v      set a value of the CDK context, as \`cdk synth --context\` does (repeatable)
  --state DIR        keep state in DIR instead of .local (a second runner needs its own)
  --quiet            show only what goes wrong, and where the service is reached
  --help             show this

  PORT=4000          the port of the base address
`;

/** What the command line asks for. */
export interface Settings {
  readonly port: number;
  readonly fresh: boolean;
  readonly quiet: boolean;
  readonly help: boolean;
  /** Absolute path. */
  readonly stateDir: string;
  /** CDK context, over that of cdk.json and the local defaults. */
  readonly context: Readonly<Record<string, string>>;
}

const DEFAULT_PORT = 4_000;

/** Reads arguments and environment. Whatever is not understood is a UserError. */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  projectDir: string,
): Settings {
  const values = parse(args);
  return {
    port: readPort(environment["PORT"]),
    fresh: values.fresh ?? false,
    quiet: values.quiet ?? false,
    help: values.help ?? false,
    stateDir: values.state === undefined ? join(projectDir, ".local") : resolve(values.state),
    context: readContext(values.context ?? []),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        fresh: { type: "boolean" },
        quiet: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        state: { type: "string" },
        context: { type: "string", multiple: true, short: "c" },
      },
    }).values;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split(". ")[0] : String(cause);
    throw new UserError(`${reason}. See \`npm start -- --help\`.`, { cause });
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new UserError(`PORT must be a number from 1 to 65535, not "${text}".`);
}

function readContext(pairs: readonly string[]): Record<string, string> {
  const entries = pairs.map((pair) => {
    const equals = pair.indexOf("=");
    if (equals < 1)
      throw new UserError(`--context needs a name and a value, as in \`--context name=value\`: "${pair}".`);
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
