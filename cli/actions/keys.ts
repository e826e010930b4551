/** Runs `irs keys`. Every action throws UsageError or ApiError. */
import { createdKeySchema, type KeyBody, keyListSchema } from "../../core/contract/access-api.js";
import { connect } from "../api/connect.js";
import type { ConnectionOptions, CreateKeyOptions, ListOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { parseId } from "../parse-id.js";
import { parseScope } from "../parse-scope.js";
import { dayOf, formatTable } from "../table.js";
import { printable, type Terminal, write } from "../terminal.js";

export async function listKeys(terminal: Terminal, options: ListOptions): Promise<number> {
  const client = await connect(options, terminal);
  const body = await client.read(keyListSchema, async (irs) => ({ keys: await irs.keys.list() }));
  await write(terminal.out, options.json ? JSON.stringify(body) + "\n" : formatTable(body.keys.map(rowOf)));
  return EXIT.ok;
}

export async function createKey(terminal: Terminal, name: string, options: CreateKeyOptions): Promise<number> {
  const scopes = options.scope?.map(parseScope);
  const client = await connect(options, terminal);
  const body = await client.read(createdKeySchema, (irs) =>
    irs.keys.create({ name, ...(scopes !== undefined && { scopes }) }),
  );
  await write(terminal.out, `${body.key}\n`);
  const created = `Created the key ${body.id}, ${printable(body.name)}. Scopes: ${body.scopes.join(", ")}.`;
  await write(terminal.err, `${created} The key is shown only once.\n`);
  return EXIT.ok;
}

export async function revokeKey(terminal: Terminal, text: string, options: ConnectionOptions): Promise<number> {
  const id = parseId(text, "irs keys list");
  await (await connect(options, terminal)).run((irs) => irs.keys.revoke(id));
  await write(terminal.err, `Revoked the key ${id}.\n`);
  return EXIT.ok;
}

function rowOf({ id, name, scopes, createdAt, lastUsedAt }: KeyBody): string[] {
  // The service knows the last use of a key only since it was first used with a release that records it.
  return [id, dayOf(createdAt), lastUsedAt === undefined ? "-" : dayOf(lastUsedAt), scopes.join(","), name];
}
