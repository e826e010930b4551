import type { Command } from "commander";
import type { CreateWorkspaceOptions, ListOptions, UpdateWorkspaceOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, jsonOption, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs workspaces`: the workspaces of a deployment, for its operator. */
export function addWorkspacesCommands(program: Command, run: RunAction): void {
  const workspaces = program
    .command("workspaces")
    .summary("Manage the workspaces of a deployment.")
    .description("Manages the workspaces of a deployment. Needs a key with the scope operator.")
    .addHelpText("after", examples("irs workspaces list", 'irs workspaces create "Newsroom" --plan team'));
  addList(workspaces, run);
  addCreate(workspaces, run);
  addUpdate(workspaces, run);
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
