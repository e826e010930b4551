import { CONNECTION_OPTIONS } from "../api/connection.js";
import { type OptionTable } from "../arguments.js";

/** Where templates are kept when nothing else is said. */
export const DEFAULT_FOLDER = "templates";

/** The option of every command that works on a folder of templates. */
export const FOLDER_OPTION = {
  folder: {
    type: "string",
    value: "DIR",
    help: `the folder of templates and their irs.json (default: ${DEFAULT_FOLDER})`,
  },
} as const satisfies OptionTable;

/** The options of commands that work on a folder and a workspace. */
export const FOLDER_OPTIONS = { ...FOLDER_OPTION, ...CONNECTION_OPTIONS } as const satisfies OptionTable;
