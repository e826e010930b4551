/** `irs workspaces`: the workspaces of a deployment, for its operator. */
import { connect } from "../api/connect.js";
import { CONNECTION_OPTIONS, LIST_OPTIONS } from "../api/connection.js";
import { type OptionTable, readArguments, UsageError } from "../arguments.js";
import { type Command, type CommandGroup, EXIT } from "../command.js";
import { expectId, expectNone, expectOne } from "../operands.js";
import { dayOf, formatTable } from "../table.js";
import { printable, write } from "../terminal.js";

const NOTES = "Your key needs the scope operator.";

const list: Command = {
  name: "list",
  summary: "the deployment's workspaces",
  synopsis: "[options]",
  options: LIST_OPTIONS,
  notes: NOTES,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, LIST_OPTIONS);
    expectNone(operands);
    const { body } = await (await connect(options, terminal)).call("listWorkspaces");
    const rows = body.workspaces.map(({ id, name, plan, createdAt }) => [id, dayOf(createdAt), plan, name]);
    await write(terminal.out, options.json ? JSON.stringify(body) + "\n" : formatTable(rows));
    return EXIT.ok;
  },
};

const CREATE_OPTIONS = {
  plan: { type: "string", value: "PLAN", help: "one of the deployment's plans, such as free or team; required" },
  ...CONNECTION_OPTIONS,
} as const satisfies OptionTable;

const create: Command = {
  name: "create",
  summary: "make a workspace with its first API key",
  synopsis: "NAME --plan PLAN [options]",
  options: CREATE_OPTIONS,
  notes: `Standard output gets the workspace's first API key alone, of the scopes render, templates and admin; nobody can read
it again. All other words go to standard error. ${NOTES}

Example
  irs workspaces create "Newsroom" --plan team > newsroom.key`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, CREATE_OPTIONS);
    const name = expectOne(operands, "What is the workspace called? Give its name.");
    const { plan } = options;
    if (plan === undefined) throw new UsageError("Which plan? Give --plan, such as --plan team.");
    const { body } = await (await connect(options, terminal)).call("createWorkspace", { body: { name, plan } });
    await write(terminal.out, `${body.key}\n`);
    const made = `Made the workspace ${body.id}, ${printable(body.name)}, on the plan ${body.plan}.`;
    await write(terminal.err, `${made} Its first key is shown this once.\n`);
    return EXIT.ok;
  },
};

const UPDATE_OPTIONS = {
  name: { type: "string", value: "NAME", help: "the new name" },
  plan: { type: "string", value: "PLAN", help: "the new plan, in effect within five seconds" },
  ...CONNECTION_OPTIONS,
} as const satisfies OptionTable;

const update: Command = {
  name: "update",
  summary: "rename a workspace or change its plan",
  synopsis: "ID [--name NAME] [--plan PLAN] [options]",
  options: UPDATE_OPTIONS,
  notes: NOTES,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, UPDATE_OPTIONS);
    const id = expectId(operands, 'Which workspace? Give its id; "irs workspaces list" shows it.');
    const { name, plan } = options;
    if (name === undefined && plan === undefined) throw new UsageError("What is to change? Give --name or --plan.");
    const client = await connect(options, terminal);
    const { body } = await client.call("updateWorkspace", { params: { id }, body: { name, plan } });
    const now = `The workspace ${body.id} is ${printable(body.name)}, on the plan ${body.plan}.`;
    await write(terminal.err, `${now}\n`);
    return EXIT.ok;
  },
};

/** `irs workspaces`. */
export const workspacesCommands: CommandGroup = {
  name: "workspaces",
  summary: "the workspaces of a deployment, for its operator",
  commands: [list, create, update],
};
