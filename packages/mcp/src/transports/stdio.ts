/** The server over the standard streams of a process, with the key of its environment. */
import { finished } from "node:stream/promises";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "../server/create-server.js";
import { CallError } from "../service/call-error.js";
import { createClientService } from "../service/client-service.js";
import type { RenderService } from "../service/render-service.js";
import type { ServiceConnection } from "../service/route-caller.js";
import { ALL_SCOPES, type Scope } from "../service/scope.js";

/**
 * Serves one assistant. Resolves when the assistant has closed the input of the process.
 *
 * @param report receives problems, for standard error: standard output is reserved for the protocol
 */
export async function runStdio(connection: ServiceConnection, report: (message: string) => void): Promise<void> {
  const service = createClientService(connection);
  const server = serveStdio(async () => createServer({ service, scopes: await scopesOf(service, report) }), {
    onerror: (error) => report(error.message),
  });
  // An assistant that crashes leaves an input with an error, which ends it too.
  await finished(process.stdin).catch(() => undefined);
  await server.close();
}

/** A service that cannot be reached yet may be running when a tool is called. If not, the tool says what is wrong. */
async function scopesOf(service: RenderService, report: (message: string) => void): Promise<readonly Scope[]> {
  try {
    return (await service.identify()).scopes;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    report(error.message);
    return ALL_SCOPES;
  }
}
