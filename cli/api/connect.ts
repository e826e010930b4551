import { type Terminal } from "../terminal.js";
import { ApiClient } from "./client.js";
import { findConnection } from "./connection.js";

/** A client for the service that a command's options, the environment or a local run name. @throws UsageError */
export async function connect(
  options: { readonly url: string | undefined; readonly key: string | undefined },
  terminal: Terminal,
): Promise<ApiClient> {
  return new ApiClient(await findConnection(options, terminal));
}
