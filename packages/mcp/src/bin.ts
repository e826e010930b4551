#!/usr/bin/env node
/** The executable `irs-mcp`: serves one assistant over the standard streams. */
import { ConnectionSettingsError, findConnection } from "./transports/connection.js";
import { runStdio } from "./transports/stdio.js";

// Standard output is reserved for the protocol.
const report = (message: string): void => void process.stderr.write(`irs-mcp: ${message}\n`);

try {
  await runStdio(await findConnection(process.env, process.cwd()), report);
} catch (error) {
  if (!(error instanceof ConnectionSettingsError)) throw error;
  report(error.message);
  process.exitCode = 2;
}
