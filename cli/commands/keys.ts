/** `irs keys`: the API keys of a workspace. */
import { type KeyBody } from "../../core/contract/access-api.js";
import { type Scope, scopeSchema } from "../../core/contract/scopes.js";
import { didYouMean } from "../../core/contract/suggest.js";
import { connect } from "../api/connect.js";
import { CONNECTION_OPTIONS, LIST_OPTIONS } from "../api/connection.js";
import { type OptionTable, readArguments, UsageError } from "../arguments.js";
import { type Command, type CommandGroup, EXIT } from "../command.js";
import { expectId, expectNone, expectOne } from "../operands.js";
import { dayOf, formatTable } from "../table.js";
import { printable, write } from "../terminal.js";

const list: Command = {
  name: "list",
  summary: "the workspace's API keys, without their texts",
  synopsis: "[options]",
  options: LIST_OPTIONS,
  notes: "Your key needs the scope admin.",

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, LIST_OPTIONS);
    expectNone(operands);
    const { body } = await (await connect(options, terminal)).call("listKeys");
    await write(terminal.out, options.json ? JSON.stringify(body) + "\n" : formatTable(body.keys.map(rowOf)));
    return EXIT.ok;
  },
};

const CREATE_OPTIONS = {
  scope: {
    type: "string",
    multiple: true,
    value: "SCOPE",
    help: `${scopeSchema.options.join(", ")}; may be given several times (default: render)`,
  },
  ...CONNECTION_OPTIONS,
} as const satisfies OptionTable;

const create: Command = {
  name: "create",
  summary: "make an API key",
  synopsis: "NAME [options]",
  options: CREATE_OPTIONS,
  notes: `Standard output gets the key alone, which nobody can read again; all other words go to standard error.
Your key needs the scope admin.

Examples
  irs keys create "Newsletter" > newsletter.key
  irs keys create "CI" --scope templates --scope render`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, CREATE_OPTIONS);
    const name = expectOne(operands, "What is the key for? Give it a name.");
    const scopes = options.scope.map(scopeOf);
    const client = await connect(options, terminal);
    const { body } = await client.call("createKey", { body: { name, ...(scopes.length > 0 && { scopes }) } });
    await write(terminal.out, `${body.key}\n`);
    const made = `Made the key ${body.id}, ${printable(body.name)}, for ${body.scopes.join(", ")}.`;
    await write(terminal.err, `${made} It is shown this once.\n`);
    return EXIT.ok;
  },
};

const revoke: Command = {
  name: "revoke",
  summary: "revoke an API key, within five seconds",
  synopsis: "ID [options]",
  options: CONNECTION_OPTIONS,
  notes: "Your key needs the scope admin.",

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, CONNECTION_OPTIONS);
    const id = expectId(operands, 'Which key? Give its id; "irs keys list" shows it.');
    await (await connect(options, terminal)).call("revokeKey", { params: { id } });
    await write(terminal.err, `Revoked the key ${id}.\n`);
    return EXIT.ok;
  },
};

/** `irs keys`. */
export const keysCommands: CommandGroup = {
  name: "keys",
  summary: "the API keys of a workspace",
  commands: [list, create, revoke],
};

function rowOf({ id, name, scopes, createdAt }: KeyBody): string[] {
  return [id, dayOf(createdAt), scopes.join(","), name];
}

function scopeOf(text: string): Scope {
  const scope = scopeSchema.safeParse(text);
  if (scope.success) return scope.data;
  const known = scopeSchema.options;
  throw new UsageError(`There is no scope ${text}; known: ${known.join(", ")}.${didYouMean(text, known)}`);
}
