import type { Command } from "commander";
import type { ConnectionOptions, CreateKeyOptions, ListOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, jsonOption, repeatableOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs keys`: the API keys of a workspace. */
export function addKeysCommands(program: Command, run: RunAction): void {
  const keys = program
    .command("keys")
    .summary("Manage the API keys of a workspace.")
    .description("Manages the API keys of a workspace. Needs a key with the scope admin.")
    .addHelpText("after", examples("irs keys list", 'irs keys create "Newsletter" > newsletter.key'));
  addList(keys, run);
  addCreate(keys, run);
  addRevoke(keys, run);
}

function addList(keys: Command, run: RunAction): void {
  const command = keys
    .command("list")
    .summary("List the workspace's API keys, without the secrets.")
    .description(
      "Lists the workspace's API keys, without the secrets. The columns are ID, date of creation, date of the last use (- if there is none), scopes and name. Needs a key with the scope admin.",
    )
    .addOption(jsonOption())
    .addHelpText("after", examples("irs keys list"))
    .action((options: ListOptions) =>
      run(async (terminal) => {
        const { listKeys } = await import("../actions/keys.js");
        return await listKeys(terminal, options);
      }),
    );
  addConnectionOptions(command);
}

function addCreate(keys: Command, run: RunAction): void {
  const command = keys
    .command("create")
    .summary("Create an API key.")
    .description(
      `Creates an API key. Needs a key with the scope admin.

Standard output gets the new key and nothing else. The key cannot be read again. Messages go to standard error.`,
    )
    .argument("<name>", "Name of the key. Put it in quotes if it contains spaces.")
    .addOption(
      repeatableOption(
        "--scope <scope>",
        "render, templates, admin or operator. You can give it several times. Default: render.",
      ),
    )
    .addHelpText(
      "after",
      examples('irs keys create "Newsletter" > newsletter.key', "irs keys create CI --scope templates --scope render"),
    )
    .action((name: string, options: CreateKeyOptions) =>
      run(async (terminal) => {
        const { createKey } = await import("../actions/keys.js");
        return await createKey(terminal, name, options);
      }),
    );
  addConnectionOptions(command);
}

function addRevoke(keys: Command, run: RunAction): void {
  const command = keys
    .command("revoke")
    .summary("Revoke an API key.")
    .description("Revokes an API key. It stops working within five seconds. Needs a key with the scope admin.")
    .argument("<id>", 'ID of the key. "irs keys list" lists the IDs.')
    .addHelpText("after", examples("irs keys revoke 5f0c8f5e-6f0b-4c4e-9d8b-0d5f7a3e1c11"))
    .action((id: string, options: ConnectionOptions) =>
      run(async (terminal) => {
        const { revokeKey } = await import("../actions/keys.js");
        return await revokeKey(terminal, id, options);
      }),
    );
  addConnectionOptions(command);
}
