/** Finds the service that a command calls, and the API key for it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { ConnectionOptions } from "../command-options.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** A service and a key for it. */
export interface Connection {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A local service writes its URL and key to this file, in the folder where it was started. */
const CONNECTION_FILE = ".local/connection.json";

const localServiceSchema = z.object({ baseUrl: z.string(), apiKey: z.string() });

/**
 * The URL and the key from the options, else from the environment, else from the local service of the folder. The key of a
 * local service is used for this service only.
 * @throws UsageError if one of them is missing or malformed
 */
export async function findConnection(
  options: ConnectionOptions,
  terminal: Pick<Terminal, "env" | "folder">,
): Promise<Connection> {
  const url = options.url ?? valueOf(terminal.env["IRS_URL"]);
  const key = options.key ?? valueOf(terminal.env["IRS_API_KEY"]);
  const baseUrl = url === undefined ? undefined : normalizeBaseUrl(url);
  if (baseUrl !== undefined && key !== undefined) return { baseUrl, apiKey: checkKey(key) };
  const local = await readLocalService(terminal.folder);
  if (baseUrl !== undefined && baseUrl !== local?.baseUrl) {
    throw new UsageError(`There is no API key for ${baseUrl}. Set IRS_API_KEY, or give --key.`);
  }
  if (local === undefined) {
    throw new UsageError(
      'No service is given. Give --url and --key, set IRS_URL and IRS_API_KEY, or start a local service here with "npm start".',
    );
  }
  return { baseUrl: local.baseUrl, apiKey: checkKey(key ?? local.apiKey) };
}

/** A base URL in the form that is compared and recorded. @throws UsageError */
export function normalizeBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(`The base URL must be like https://images.example.com, not ${text}.`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError(
      "The base URL can have a host and a path only. Set the API key with IRS_API_KEY, not in the URL.",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

async function readLocalService(folder: string): Promise<Connection | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, CONNECTION_FILE), "utf8");
  } catch {
    return undefined;
  }
  const parsed = localServiceSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new UsageError(`${CONNECTION_FILE} is damaged. Restart the local service, or give --url and --key.`);
  }
  return { baseUrl: normalizeBaseUrl(parsed.data.baseUrl), apiKey: parsed.data.apiKey };
}

/** Rejects a key that no header can contain. Otherwise the error of `fetch` would print the key. */
function checkKey(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError("The API key contains a space or another character that is not allowed in a key.");
  }
  return key;
}

/** Shells set empty variables. An empty variable counts as not set. */
function valueOf(variable: string | undefined): string | undefined {
  return variable === "" ? undefined : variable;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
