/** `irs signing`: the keys that sign the URLs of images and assets. */
import { connect } from "../api/connect.js";
import { CONNECTION_OPTIONS } from "../api/connection.js";
import { readArguments } from "../arguments.js";
import { type Command, type CommandGroup, EXIT } from "../command.js";
import { expectId, expectNone, expectOne } from "../operands.js";
import { printable, write } from "../terminal.js";

const rotate: Command = {
  name: "rotate",
  summary: "make a new signing key; URLs in circulation stay valid",
  synopsis: "[options]",
  options: CONNECTION_OPTIONS,
  notes: `Standard output gets the new key's id alone. It signs a few minutes later, when every edge location knows it; old keys
go on verifying until they are revoked. While a rotation is under way, the command tells of that one.
Your key needs the scope operator.`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, CONNECTION_OPTIONS);
    expectNone(operands);
    const { body } = await (await connect(options, terminal)).call("rotateSigningKey");
    await write(terminal.out, `${printable(body.keyId)}\n`);
    await write(terminal.err, `The key ${printable(body.keyId)} signs from ${body.signsFrom} on.\n`);
    return EXIT.ok;
  },
};

const revoke: Command = {
  name: "revoke",
  summary: "end a signing key and every URL that it signed",
  synopsis: "KEY_ID [options]",
  options: CONNECTION_OPTIONS,
  notes: `A URL's signature begins with the id of its key: sig=k1.1.… The key that signs can't be revoked: rotate first, and
wait until the new one signs. Your key needs the scope operator.`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, CONNECTION_OPTIONS);
    const keyId = expectOne(operands, "Which key? Give its id, with which signatures begin, such as k1.");
    await (await connect(options, terminal)).call("revokeSigningKey", { body: { keyId } });
    await write(terminal.err, `Revoked the signing key ${printable(keyId)}.\n`);
    return EXIT.ok;
  },
};

const revokeTemplate: Command = {
  name: "revoke-template",
  summary: "end every signed URL of a template",
  synopsis: "TEMPLATE_ID [options]",
  options: CONNECTION_OPTIONS,
  notes: `URLs that were signed with the template's own key end too; URLs minted afterwards are valid. Your key needs the scope
admin.`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, CONNECTION_OPTIONS);
    const id = expectId(operands, 'Which template? Give its id; "irs templates list" shows it.');
    const { body } = await (await connect(options, terminal)).call("revokeSignatures", { params: { id } });
    const now = `generation ${body.generation} signs now.`;
    await write(terminal.err, `Revoked every signed URL of the template ${id}; ${now}\n`);
    return EXIT.ok;
  },
};

/** `irs signing`. */
export const signingCommands: CommandGroup = {
  name: "signing",
  summary: "the keys that sign URLs: rotate, revoke",
  commands: [rotate, revoke, revokeTemplate],
};
