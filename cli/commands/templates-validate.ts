import { type OptionTable, readArguments } from "../arguments.js";
import { type Command, EXIT } from "../command.js";
import { chooseFiles, openFolder } from "../templates-folder/read-templates.js";
import { DEFAULT_FOLDER, FOLDER_OPTION } from "./templates-options.js";
import { reportFiles } from "./validate.js";

const OPTIONS = {
  json: { type: "boolean", help: "report as one line of JSON" },
  ...FOLDER_OPTION,
} as const satisfies OptionTable;

/** `irs templates validate`. */
export const validateTemplatesCommand: Command = {
  name: "validate",
  summary: "check the folder's templates as a push does, without a service",
  synopsis: "[FILE...] [options]",
  options: OPTIONS,
  notes: `Beyond "irs validate", a path of an image file on this machine is a fault: a service finds uploads and public
addresses only. The exit code is 0 without a fault, 1 with one.`,

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, OPTIONS);
    const folder = await openFolder(options.folder ?? DEFAULT_FOLDER, terminal.folder);
    const checked = [];
    for (const file of chooseFiles(folder, operands, terminal.folder)) {
      const content = await folder.read(file);
      const faults = "faults" in content ? content.faults : [];
      checked.push({ file: folder.nameOf(file), faults, localImageCount: 0 });
    }
    return (await reportFiles(checked, terminal, options)) ? EXIT.ok : EXIT.faults;
  },
};
