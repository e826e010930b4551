/** Finds the service that a command calls, and the API key for it. */
import type { ConnectionOptions } from "../command-options.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { readLocalService } from "./local-service.js";

/** A service and a key for it. */
export interface Connection {
  /** The base URL without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Finds the URL and the key in the options, else in the environment, else in the local service of the folder. Uses the
 * key of a local service only for that service.
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
  const localUrl = local === undefined ? undefined : normalizeBaseUrl(local.baseUrl);
  if (baseUrl !== undefined && baseUrl !== localUrl) {
    throw new UsageError(`There is no API key for ${baseUrl}. Set IRS_API_KEY, or give --key.`);
  }
  if (local === undefined || localUrl === undefined) {
    throw new UsageError(
      'No service is given. Give --url and --key, set IRS_URL and IRS_API_KEY, or start a local service here with "npm start".',
    );
  }
  return { baseUrl: localUrl, apiKey: checkKey(key ?? local.apiKey) };
}

/** Returns a base URL in its normal form, for comparing and recording. @throws UsageError */
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

/** Rejects a key that a header cannot contain. Otherwise, the error of `fetch` would print the key. */
function checkKey(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError("The API key contains a space or another character that is not allowed in a key.");
  }
  return key;
}

/** Returns the value of a variable. An empty variable counts as not set, because shells can set empty variables. */
function valueOf(variable: string | undefined): string | undefined {
  return variable === "" ? undefined : variable;
}
