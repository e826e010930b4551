import { connect } from "../api/connect.js";
import type { ConnectionOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { parseId } from "../parse-id.js";
import { Workspace } from "../templates-folder/workspace.js";
import { printable, type Terminal, write } from "../terminal.js";

/** Runs `irs templates restore`. @throws UsageError, ApiError */
export async function restoreTemplate(terminal: Terminal, text: string, options: ConnectionOptions): Promise<number> {
  const id = parseId(text, "irs templates list --deleted");
  const { name, version } = await new Workspace(await connect(options, terminal)).restoreTemplate(id);
  await write(terminal.out, `"${printable(name)}" is restored, version ${version}\n`);
  return EXIT.ok;
}
