import { connect } from "../api/connect.js";
import type { ListTemplatesOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { dayOf, formatTable } from "../table.js";
import { Workspace } from "../templates-folder/workspace.js";
import { type Terminal, write } from "../terminal.js";

/** Runs `irs templates list`. @throws UsageError, ApiError */
export async function listTemplates(terminal: Terminal, options: ListTemplatesOptions): Promise<number> {
  const all = await new Workspace(await connect(options, terminal)).listTemplates();
  const templates = all.filter(({ projectName }) => options.project === undefined || projectName === options.project);
  const rows = templates.map(({ id, version, updatedAt, projectName, name }) => [
    id,
    `v${version}`,
    dayOf(updatedAt),
    projectName,
    name,
  ]);
  await write(terminal.out, options.json ? JSON.stringify(templates) + "\n" : formatTable(rows));
  return EXIT.ok;
}
