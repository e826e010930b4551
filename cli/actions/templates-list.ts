import { connect } from "../api/connect.js";
import type { ListTemplatesOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { dayOf, formatTable } from "../table.js";
import { Workspace } from "../templates-folder/workspace.js";
import { type Terminal, write } from "../terminal.js";

/** Runs `irs templates list`. @throws UsageError, ApiError */
export async function listTemplates(terminal: Terminal, options: ListTemplatesOptions): Promise<number> {
  const workspace = new Workspace(await connect(options, terminal));
  const all = options.deleted ? await workspace.listDeleted() : await workspace.listTemplates();
  const templates = all.filter(({ projectName }) => options.project === undefined || projectName === options.project);
  const rows = templates.map(({ id, version, updatedAt, expiresAt, projectName, name }) => [
    id,
    `v${version}`,
    dayOf(updatedAt),
    ...(expiresAt === undefined ? [] : [dayOf(expiresAt)]),
    projectName,
    name,
  ]);
  await write(terminal.out, options.json ? JSON.stringify(templates) + "\n" : formatTable(rows));
  return EXIT.ok;
}
