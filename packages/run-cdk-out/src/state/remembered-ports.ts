/** The ports of services, which should stay the same from run to run. */
import { join } from "node:path";
import * as z from "zod";
import { readJsonFile, writeFileAtomic } from "../services/atomic-file.js";
import { isPortFree } from "../services/free-port.js";

const portsSchema = z.record(z.string(), z.number().int());

/** Returns the port that the service of this name had in the last run, if it is free, otherwise 0 (any port). */
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
