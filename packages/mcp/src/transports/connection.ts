/** Finds the service and the key of a program that runs beside an assistant. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { ServiceConnection } from "../service/route-caller.js";

/** The service that `npm start` runs in a folder writes its address and key to this file. */
const CONNECTION_FILE = ".local/connection.json";
const connectionSchema = z.object({ baseUrl: z.string(), apiKey: z.string() });

/** Says what is missing or malformed, and how to fix it. */
export class ConnectionSettingsError extends Error {
  override readonly name = "ConnectionSettingsError";
}

/**
 * Takes the address and the key from `IRS_URL` and `IRS_API_KEY`, else from the local service of the folder. The key of a
 * local service is used only for that service.
 *
 * @throws ConnectionSettingsError
 */
export async function findConnection(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<ServiceConnection> {
  const baseUrl = env["IRS_URL"] === "" ? undefined : env["IRS_URL"];
  const apiKey = env["IRS_API_KEY"] === "" ? undefined : env["IRS_API_KEY"];
  if (baseUrl !== undefined && apiKey !== undefined) return { baseUrl, apiKey };
  const local = await readLocalService(folder);
  if (baseUrl !== undefined && baseUrl !== local?.baseUrl) {
    throw new ConnectionSettingsError(`There is no API key for ${baseUrl}. Set IRS_API_KEY.`);
  }
  if (local === undefined) {
    throw new ConnectionSettingsError(
      `No service is given. Set IRS_URL and IRS_API_KEY, or start a local service in ${folder} with "npm start".`,
    );
  }
  return { baseUrl: local.baseUrl, apiKey: apiKey ?? local.apiKey };
}

async function readLocalService(folder: string): Promise<ServiceConnection | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, CONNECTION_FILE), "utf8");
  } catch {
    return undefined;
  }
  try {
    return connectionSchema.parse(JSON.parse(text));
  } catch {
    throw new ConnectionSettingsError(`${CONNECTION_FILE} is damaged. Restart the local service.`);
  }
}
