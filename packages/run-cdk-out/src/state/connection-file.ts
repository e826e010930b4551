/** `connection.json` in the state folder: how other programs on this machine find the running service. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomic } from "../services/atomic-file.js";

/** How to reach the service and what to greet it with. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  /** Ids of the starter templates by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** The runner's own port for looking inside. */
  readonly inspectUrl: string;
  readonly pid: number;
}

/** Writes the file, for its owner alone to read. */
export function writeConnection(stateDir: string, connection: Connection): void {
  writeFileAtomic(connectionFile(stateDir), `${JSON.stringify(connection, null, 2)}\n`);
}

/** Removes the file, if it is there: nobody is to be sent to a service that doesn't run. */
export function removeConnection(stateDir: string): void {
  rmSync(connectionFile(stateDir), { force: true });
}

const connectionFile = (stateDir: string): string => join(stateDir, "connection.json");
