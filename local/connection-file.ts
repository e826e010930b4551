/** `connection.json` in the state folder. Other programs on this machine use it to find the running service. */
import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The content of the file: everything that a program needs to call the running service. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  /** The IDs of the starter templates by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** The runner's own port, for its state and for actions that tests need. */
  readonly inspectUrl: string;
  readonly pid: number;
}

/** Writes the file. Only its owner can read it, because it contains the API key. */
export function writeConnection(stateDir: string, connection: Connection): void {
  // Rename a complete file into place, so that a reader never sees half of it.
  const temporary = `${connectionFile(stateDir)}.${randomUUID()}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(temporary, connectionFile(stateDir));
}

/** Removes the file, if it exists, so that it sends nobody to a service that is not running. */
export function removeConnection(stateDir: string): void {
  rmSync(connectionFile(stateDir), { force: true });
}

const connectionFile = (stateDir: string): string => join(stateDir, "connection.json");
