import { runStdio } from "@image-render/mcp";
import { findConnection } from "../api/connection.js";
import type { ConnectionOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { type Terminal, write } from "../terminal.js";

/** Runs `irs mcp`. Only the protocol may write to the standard output. @throws UsageError */
export async function serveAssistant(terminal: Terminal, options: ConnectionOptions): Promise<number> {
  const connection = await findConnection(options, terminal);
  await runStdio(connection, (message) => void write(terminal.err, `${message}\n`));
  return EXIT.ok;
}
