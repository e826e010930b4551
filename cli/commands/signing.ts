import type { Command } from "commander";
import type { ConnectionOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs signing`: the keys that sign the URLs of images and assets. */
export function addSigningCommands(program: Command, run: RunAction): void {
  const signing = program
    .command("signing")
    .summary("Manage the keys that sign URLs.")
    .description("Manages the keys that sign the URLs of images and assets.")
    .addHelpText("after", examples("irs signing rotate", "irs signing revoke k1"));
  addRotate(signing, run);
  addRevoke(signing, run);
  addRevokeTemplate(signing, run);
}

function addRotate(signing: Command, run: RunAction): void {
  const command = signing
    .command("rotate")
    .summary("Create a new signing key. Existing URLs stay valid.")
    .description(
      `Creates a new signing key. Existing URLs stay valid. Needs a key with the scope operator.

The new key signs a few minutes later, when all edge locations have it. Older keys verify signatures until you revoke them. During a rotation, the command returns the key of this rotation. Standard output gets the ID of the key and nothing else.`,
    )
    .addHelpText("after", examples("irs signing rotate"))
    .action((options: ConnectionOptions) =>
      run(async (terminal) => {
        const { rotateSigningKey } = await import("../actions/signing.js");
        return await rotateSigningKey(terminal, options);
      }),
    );
  addConnectionOptions(command);
}

function addRevoke(signing: Command, run: RunAction): void {
  const command = signing
    .command("revoke")
    .summary("Revoke a signing key and every URL that it signed.")
    .description(
      `Revokes a signing key and every URL that it signed. Needs a key with the scope operator.

You cannot revoke the key that signs now. Rotate first, and wait until the new key signs.`,
    )
    .argument("<key-id>", "ID of the signing key. A signature starts with it: sig=k1.1.…")
    .addHelpText("after", examples("irs signing revoke k1"))
    .action((keyId: string, options: ConnectionOptions) =>
      run(async (terminal) => {
        const { revokeSigningKey } = await import("../actions/signing.js");
        return await revokeSigningKey(terminal, keyId, options);
      }),
    );
  addConnectionOptions(command);
}

function addRevokeTemplate(signing: Command, run: RunAction): void {
  const command = signing
    .command("revoke-template")
    .summary("Revoke every signed URL of a template.")
    .description(
      `Revokes every signed URL of a template. Needs a key with the scope admin.

This includes URLs that were signed with the template's own key. URLs that you mint afterwards are valid.`,
    )
    .argument("<template-id>", 'ID of the template. "irs templates list" lists the IDs.')
    .addHelpText("after", examples("irs signing revoke-template 5f0c8f5e-6f0b-4c4e-9d8b-0d5f7a3e1c11"))
    .action((id: string, options: ConnectionOptions) =>
      run(async (terminal) => {
        const { revokeTemplateSignatures } = await import("../actions/signing.js");
        return await revokeTemplateSignatures(terminal, id, options);
      }),
    );
  addConnectionOptions(command);
}
