/** Runs `irs workspaces`. Every action throws UsageError or ApiError. */
import { createdWorkspaceSchema, workspaceBodySchema, workspaceListSchema } from "../../core/contract/access-api.js";
import { connect } from "../api/connect.js";
import type { CreateWorkspaceOptions, ListOptions, UpdateWorkspaceOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { parseId } from "../parse-id.js";
import { dayOf, formatTable } from "../table.js";
import { printable, type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";

export async function listWorkspaces(terminal: Terminal, options: ListOptions): Promise<number> {
  const client = await connect(options, terminal);
  const body = await client.read(workspaceListSchema, async (irs) => ({ workspaces: await irs.workspaces.list() }));
  const rows = body.workspaces.map(({ id, name, plan, createdAt }) => [id, dayOf(createdAt), plan, name]);
  await write(terminal.out, options.json ? JSON.stringify(body) + "\n" : formatTable(rows));
  return EXIT.ok;
}

export async function createWorkspace(
  terminal: Terminal,
  name: string,
  options: CreateWorkspaceOptions,
): Promise<number> {
  const client = await connect(options, terminal);
  const body = await client.read(createdWorkspaceSchema, (irs) => irs.workspaces.create({ name, plan: options.plan }));
  await write(terminal.out, `${body.key}\n`);
  const created = `Created the workspace ${body.id}, ${printable(body.name)}, with the plan ${body.plan}.`;
  await write(terminal.err, `${created} Its first key is shown only once.\n`);
  return EXIT.ok;
}

export async function updateWorkspace(
  terminal: Terminal,
  text: string,
  options: UpdateWorkspaceOptions,
): Promise<number> {
  const id = parseId(text, "irs workspaces list");
  const { name, plan } = options;
  if (name === undefined && plan === undefined) throw new UsageError("Nothing to change. Give --name or --plan.");
  const client = await connect(options, terminal);
  const changes = { ...(name !== undefined && { name }), ...(plan !== undefined && { plan }) };
  const body = await client.read(workspaceBodySchema, (irs) => irs.workspaces.update(id, changes));
  const now = `The workspace ${body.id} has the name ${printable(body.name)} and the plan ${body.plan}.`;
  await write(terminal.err, `${now}\n`);
  return EXIT.ok;
}
