/** Runs `irs signing`. Every action throws UsageError or ApiError. */
import { generationSchema, rotatedKeySchema } from "../../core/contract/sign-api.js";
import { connect } from "../api/connect.js";
import type { ConnectionOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { parseId } from "../parse-id.js";
import { printable, type Terminal, write } from "../terminal.js";

export async function rotateSigningKey(terminal: Terminal, options: ConnectionOptions): Promise<number> {
  const client = await connect(options, terminal);
  const body = await client.read(rotatedKeySchema, (irs) => irs.signingKeys.rotate());
  await write(terminal.out, `${printable(body.keyId)}\n`);
  await write(terminal.err, `The key ${printable(body.keyId)} signs from ${body.signsFrom}.\n`);
  return EXIT.ok;
}

export async function revokeSigningKey(terminal: Terminal, keyId: string, options: ConnectionOptions): Promise<number> {
  await (await connect(options, terminal)).run((irs) => irs.signingKeys.revoke(keyId));
  await write(terminal.err, `Revoked the signing key ${printable(keyId)}.\n`);
  return EXIT.ok;
}

export async function revokeTemplateSignatures(
  terminal: Terminal,
  text: string,
  options: ConnectionOptions,
): Promise<number> {
  const id = parseId(text, "irs templates list");
  const client = await connect(options, terminal);
  const body = await client.read(generationSchema, (irs) => irs.templates.revokeSignatures(id));
  const next = `New URLs have the signing generation ${body.generation}.`;
  await write(terminal.err, `Revoked every signed URL of the template ${id}. ${next}\n`);
  return EXIT.ok;
}
