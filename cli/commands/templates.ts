import { type Command, Option } from "commander";
import type {
  ConnectionOptions,
  FolderOptions,
  ListTemplatesOptions,
  PullOptions,
  PushOptions,
  ValidateTemplatesOptions,
} from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, folderOption, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs templates`: a workspace's templates, and a folder of templates under version control. */
export function addTemplatesCommands(program: Command, run: RunAction): void {
  const templates = program
    .command("templates")
    .summary("Manage the templates of a workspace and of a folder.")
    .description("Manages the templates of a workspace, and a folder with the same templates.")
    .addHelpText("after", examples("irs templates pull", "irs templates diff", "irs templates push"));
  addList(templates, run);
  addRestore(templates, run);
  addPull(templates, run);
  addPush(templates, run);
  addDiff(templates, run);
  addValidate(templates, run);
}

function addList(templates: Command, run: RunAction): void {
  const command = templates
    .command("list")
    .summary("List the workspace's templates.")
    .description(
      "Lists the workspace's templates, the last updated first. The columns are ID, version, date of the last change, project and name. With --deleted, they are ID, version, date of the deletion, date until which the template can be restored, project and name.",
    )
    .addOption(valueOption("--project <name>", "List the templates of this project only."))
    .addOption(new Option("--deleted", "List the deleted templates that can be restored instead."))
    .addOption(new Option("--json", "Print the templates as a JSON array."))
    .addHelpText("after", examples("irs templates list --project Newsroom", "irs templates list --deleted"))
    .action((options: ListTemplatesOptions) =>
      run(async (terminal) => {
        const { listTemplates } = await import("../actions/templates-list.js");
        return await listTemplates(terminal, options);
      }),
    );
  addConnectionOptions(command);
}

function addRestore(templates: Command, run: RunAction): void {
  const command = templates
    .command("restore")
    .summary("Restore a deleted template.")
    .description("Restores a deleted template with all its versions. This is possible for 15 days after the deletion.")
    .argument("<id>", "ID of the template. irs templates list --deleted lists the IDs.")
    .addHelpText("after", examples("irs templates restore 5f0c8f5e-6f0b-4c4e-9d8b-0d5f7a3e1c11"))
    .action((id: string, options: ConnectionOptions) =>
      run(async (terminal) => {
        const { restoreTemplate } = await import("../actions/templates-restore.js");
        return await restoreTemplate(terminal, id, options);
      }),
    );
  addConnectionOptions(command);
}

function addPull(templates: Command, run: RunAction): void {
  const command = templates
    .command("pull")
    .summary("Write the workspace's templates into the folder.")
    .description(
      `Writes the workspace's templates into the folder, with the manifest irs.json.

A file is only overwritten if the workspace has its document, in this version or in an earlier one. Otherwise nothing is written, unless you give --force. A template that is no longer in the workspace stays in the folder.`,
    )
    .argument("[template...]", "Names, IDs or files of templates. Default: all templates.")
    .addOption(new Option("--force", "Overwrite files with changes that are not in the workspace."))
    .addOption(folderOption())
    .addHelpText("after", examples("irs templates pull", 'irs templates pull "Open Graph card" --force'))
    .action((names: readonly string[], options: PullOptions) =>
      run(async (terminal) => {
        const { pullTemplates } = await import("../actions/templates-pull.js");
        return await pullTemplates(terminal, names, options);
      }),
    );
  addConnectionOptions(command);
}

function addPush(templates: Command, run: RunAction): void {
  const command = templates
    .command("push")
    .summary("Create and update the workspace's templates from the folder.")
    .description(
      `Creates and updates the workspace's templates from the folder. Needs a key with the scope templates.

All files are checked first. If one has an error, nothing is pushed. Local images and fonts are uploaded, and irs.lock.json keeps their addresses. A changed document becomes the next version of its template. A file that is not in irs.json is added to it with the name inside the document. A template that changes in the workspace at the same time is not overwritten.`,
    )
    .argument("[file...]", "Files of templates. Default: all files of the folder.")
    .addOption(new Option("--dry-run", "Print what a push would do, and do nothing."))
    .addOption(folderOption())
    .addHelpText("after", examples("irs templates push", "irs templates push templates/card.json --dry-run"))
    .action((files: readonly string[], options: PushOptions) =>
      run(async (terminal) => {
        const { pushTemplates } = await import("../actions/templates-push.js");
        return await pushTemplates(terminal, files, options);
      }),
    );
  addConnectionOptions(command);
}

function addDiff(templates: Command, run: RunAction): void {
  const command = templates
    .command("diff")
    .summary("Show what a push would change.")
    .description(
      "Shows what a push would change. Lines with - are in the workspace, lines with + are in the folder. The order of keys does not matter. The exit code is 0 without a difference, and 1 with one.",
    )
    .argument("[file...]", "Files of templates. Default: all files of the folder.")
    .addOption(folderOption())
    .addHelpText("after", examples("irs templates diff", "irs templates diff templates/card.json"))
    .action((files: readonly string[], options: FolderOptions) =>
      run(async (terminal) => {
        const { diffTemplates } = await import("../actions/templates-diff.js");
        return await diffTemplates(terminal, files, options);
      }),
    );
  addConnectionOptions(command);
}

function addValidate(templates: Command, run: RunAction): void {
  templates
    .command("validate")
    .summary("Check the folder's templates as a push does.")
    .description(
      `Checks the folder's templates as a push does, without a service. The exit code is 0 if all are valid, and 1 if one has an error.

Local images and fonts must exist, because a push uploads them.`,
    )
    .argument("[file...]", "Files of templates. Default: all files of the folder.")
    .addOption(new Option("--json", "Print the result as one line of JSON."))
    .addOption(folderOption())
    .addHelpText("after", examples("irs templates validate", "irs templates validate --folder designs --json"))
    .action((files: readonly string[], options: ValidateTemplatesOptions) =>
      run(async (terminal) => {
        const { validateTemplates } = await import("../actions/templates-validate.js");
        return await validateTemplates(terminal, files, options);
      }),
    );
}
