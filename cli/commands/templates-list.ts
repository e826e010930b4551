import { connect } from "../api/connect.js";
import { CONNECTION_OPTIONS } from "../api/connection.js";
import { type OptionTable, readArguments } from "../arguments.js";
import { type Command, EXIT } from "../command.js";
import { expectNone } from "../operands.js";
import { dayOf, formatTable } from "../table.js";
import { Workspace } from "../templates-folder/workspace.js";
import { write } from "../terminal.js";

const OPTIONS = {
  project: { type: "string", value: "NAME", help: "only the templates of this project" },
  json: { type: "boolean", help: "a JSON list instead of a table" },
  ...CONNECTION_OPTIONS,
} as const satisfies OptionTable;

/** `irs templates list`. */
export const listCommand: Command = {
  name: "list",
  summary: "the workspace's templates, the last updated first",
  synopsis: "[options]",
  options: OPTIONS,
  notes: "The columns are id, version, day of the last change, project and name.",

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, OPTIONS);
    expectNone(operands);
    const all = await new Workspace(await connect(options, terminal)).listTemplates();
    const templates = all.filter(({ projectName }) => options.project === undefined || projectName === options.project);
    const rows = templates.map(({ id, version, updatedAt, projectName = "-", name }) => [
      id,
      `v${version}`,
      dayOf(updatedAt),
      projectName,
      name,
    ]);
    await write(terminal.out, options.json ? JSON.stringify(templates) + "\n" : formatTable(rows));
    return EXIT.ok;
  },
};
