import { type Command, Option } from "commander";
import type {
  CreateWorkspaceOptions,
  DeleteWorkspaceOptions,
  ExportWorkspaceOptions,
  ListOptions,
  UpdateWorkspaceOptions,
} from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, jsonOption, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs workspaces`: the workspaces of a deployment, for its operator. */
export function addWorkspacesCommands(program: Command, run: RunAction): void {
  const workspaces = program
    .command("workspaces")
    .summary("Manage the workspaces of a deployment.")
    .description(
      "Manages the workspaces of a deployment. Needs a key with the scope operator, except export: it needs a key of the workspace.",
    )
    .addHelpText("after", examples("irs workspaces list", 'irs workspaces create "Newsroom" --plan team'));
  addList(workspaces, run);
  addCreate(workspaces, run);
  addUpdate(workspaces, run);
  addExport(workspaces, run);
  addDelete(workspaces, run);
}

function addList(workspaces: Command, run: RunAction): void {
  const command = workspaces
    .command("list")
    .summary("List the deployment's workspaces.")
    .description(
      "Lists the deployment's workspaces. The columns are ID, date of creation, plan and name. Needs a key with the scope operator.",
    )
    .addOption(jsonOption())
    .addHelpText("after", examples("irs workspaces list"))
    .action((options: ListOptions) =>
      run(async (terminal) => {
        const { listWorkspaces } = await import("../actions/workspaces.js");
        return await listWorkspaces(terminal, options);
      }),
    );
  addConnectionOptions(command);
}

function addCreate(workspaces: Command, run: RunAction): void {
  const command = workspaces
    .command("create")
    .summary("Create a workspace with its first API key.")
    .description(
      `Creates a workspace with its first API key. Needs a key with the scope operator.

Standard output gets the new key and nothing else. It has the scopes render, templates and admin, and cannot be read again. Messages go to standard error.`,
    )
    .argument("<name>", "Name of the workspace. Put it in quotes if it contains spaces.")
    .addOption(
      valueOption("--plan <plan>", "Plan of the deployment, such as free or team. Required.").makeOptionMandatory(),
    )
    .addHelpText("after", examples('irs workspaces create "Newsroom" --plan team > newsroom.key'))
    .action((name: string, options: CreateWorkspaceOptions) =>
      run(async (terminal) => {
        const { createWorkspace } = await import("../actions/workspaces.js");
        return await createWorkspace(terminal, name, options);
      }),
    );
  addConnectionOptions(command);
}

function addUpdate(workspaces: Command, run: RunAction): void {
  const command = workspaces
    .command("update")
    .summary("Rename a workspace or change its plan.")
    .description("Renames a workspace, or changes its plan. Needs a key with the scope operator.")
    .argument("<id>", 'ID of the workspace. "irs workspaces list" lists the IDs.')
    .addOption(valueOption("--name <name>", "New name."))
    .addOption(valueOption("--plan <plan>", "New plan. It takes effect within five seconds."))
    .addHelpText("after", examples("irs workspaces update 0b8ee0f5-6a0a-4d49-8a41-21fd1a5d3b70 --plan free"))
    .action((id: string, options: UpdateWorkspaceOptions) =>
      run(async (terminal) => {
        const { updateWorkspace } = await import("../actions/workspaces.js");
        return await updateWorkspace(terminal, id, options);
      }),
    );
  addConnectionOptions(command);
}

function addExport(workspaces: Command, run: RunAction): void {
  const command = workspaces
    .command("export")
    .summary("Write everything of a workspace to a folder or a ZIP file.")
    .description(
      `Writes everything of the workspace of the key: templates with all versions, uploads, renders with their requests and pictures, batches, the ledger, webhook endpoints and deliveries, and the list of keys. Texts of keys and secrets are not included. Needs a key with the scopes render, templates and admin.

If the command is interrupted, the same command continues. manifest.json is written last and lists what is in the export.`,
    )
    .addOption(valueOption("--folder <folder>", "Folder to write to. Default: workspace-export."))
    .addOption(valueOption("--zip <file>", "ZIP file to write, in place of a folder.").conflicts("folder"))
    .addHelpText("after", examples("irs workspaces export --zip newsroom.zip"))
    .action((options: ExportWorkspaceOptions) =>
      run(async (terminal) => {
        const { exportOwnWorkspace } = await import("../actions/workspace-data.js");
        return await exportOwnWorkspace(terminal, options);
      }),
    );
  addConnectionOptions(command);
}

function addDelete(workspaces: Command, run: RunAction): void {
  const command = workspaces
    .command("delete")
    .summary("Delete a workspace with everything that it owns.")
    .description(
      `Deletes a workspace: its keys stop within five seconds, and then all templates, uploads, renders, pictures and records are removed. Nothing can restore them. Asks for the name of the workspace. Needs a key with the scope operator.

docs/access.md says what remains in backups and logs, and for how long.`,
    )
    .argument("<id>", 'ID of the workspace. "irs workspaces list" lists the IDs.')
    .addOption(new Option("--yes", "Do not ask. For scripts."))
    .addOption(new Option("--no-wait", "Do not wait until everything is removed."))
    .addHelpText("after", examples("irs workspaces delete 0b8ee0f5-6a0a-4d49-8a41-21fd1a5d3b70"))
    .action((id: string, options: DeleteWorkspaceOptions) =>
      run(async (terminal) => {
        const { deleteWorkspace } = await import("../actions/workspace-data.js");
        return await deleteWorkspace(terminal, id, options);
      }),
    );
  addConnectionOptions(command);
}
