import { type CommandGroup } from "../command.js";
import { diffCommand } from "./templates-diff.js";
import { listCommand } from "./templates-list.js";
import { pullCommand } from "./templates-pull.js";
import { pushCommand } from "./templates-push.js";
import { validateTemplatesCommand } from "./templates-validate.js";

/** `irs templates`: a folder of templates under version control, and a workspace. */
export const templatesCommands: CommandGroup = {
  name: "templates",
  summary: "the templates of a workspace, and a folder that holds them",
  commands: [listCommand, pullCommand, pushCommand, diffCommand, validateTemplatesCommand],
};
