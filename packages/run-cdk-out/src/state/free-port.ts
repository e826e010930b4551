/** Ports: whether one is free, and which should stay the same from run to run. */
import { createServer } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { readJsonFile, writeFileAtomic } from "../services/atomic-file.js";
import { UserError } from "../user-error.js";

/** Whether nothing listens on the loopback port. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** Throws a UserError if the port is not free. `other` is how a person chooses another port. */
export async function demandFreePort(port: number, other: (port: number) => string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new UserError(
    `Port ${port} cannot be used. Is another program using it? Choose another port, for example with ${other(port + 1)}.`,
  );
}

const portsSchema = z.record(z.string(), z.number().int());

/** The port that the service of this name had in the last run, if it is free, otherwise 0 (any port). */
export async function rememberedPort(stateDir: string, name: string): Promise<number> {
  const port = readJsonFile(portsFile(stateDir), portsSchema)?.[name] ?? 0;
  return port !== 0 && (await isPortFree(port)) ? port : 0;
}

/** Saves the ports of services, by name, for the next run. */
export function rememberPorts(stateDir: string, endpoints: Readonly<Record<string, string>>): void {
  const ports = Object.fromEntries(Object.entries(endpoints).map(([name, url]) => [name, Number(new URL(url).port)]));
  writeFileAtomic(portsFile(stateDir), JSON.stringify(ports));
}

const portsFile = (stateDir: string): string => join(stateDir, "ports.json");
