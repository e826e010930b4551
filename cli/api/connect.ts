import type { ConnectionOptions } from "../command-options.js";
import type { Terminal } from "../terminal.js";
import { ApiClient } from "./client.js";
import { findConnection } from "./connection.js";

/** Returns a client for the service that `findConnection` finds. @throws UsageError */
export async function connect(options: ConnectionOptions, terminal: Terminal): Promise<ApiClient> {
  return new ApiClient(await findConnection(options, terminal));
}
