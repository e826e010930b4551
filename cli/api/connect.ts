import type { ConnectionOptions } from "../command-options.js";
import type { Terminal } from "../terminal.js";
import { ApiClient } from "./client.js";
import { findConnection } from "./connection.js";

/** A client for the service that the options, the environment or a local service name. @throws UsageError */
export async function connect(options: ConnectionOptions, terminal: Terminal): Promise<ApiClient> {
  return new ApiClient(await findConnection(options, terminal));
}
