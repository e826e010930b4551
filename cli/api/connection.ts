/** Finds out which service a command speaks to, and by which key. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { type OptionTable, UsageError } from "../arguments.js";
import { type Terminal } from "../terminal.js";

/** The options of every command that speaks to a service. */
export const CONNECTION_OPTIONS = {
  url: {
    type: "string",
    value: "URL",
    help: "the service's base address (default: IRS_URL, else the local run of this folder)",
  },
  key: {
    type: "string",
    value: "KEY",
    help: "an API key (default: IRS_API_KEY, else the local run's); other users of the machine may see it",
  },
} as const satisfies OptionTable;

/** As {@link CONNECTION_OPTIONS}, for commands that list. */
export const LIST_OPTIONS = {
  json: { type: "boolean", help: "the service's answer as it is" },
  ...CONNECTION_OPTIONS,
} as const satisfies OptionTable;

/** A service and a key for it. */
export interface Connection {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Where a local run tells how it is reached, in the folder that it was started in. */
const LOCAL_RUN_FILE = ".local/connection.json";

const localRunSchema = z.object({ baseUrl: z.string(), apiKey: z.string() });

/**
 * The address and the key by their options, else the environment, else the local run of the folder. A local run's key goes
 * to that run alone.
 * @throws UsageError when one of them is missing or malformed
 */
export async function findConnection(
  options: { readonly url: string | undefined; readonly key: string | undefined },
  terminal: Pick<Terminal, "env" | "folder">,
): Promise<Connection> {
  const url = options.url ?? given(terminal.env["IRS_URL"]);
  const key = options.key ?? given(terminal.env["IRS_API_KEY"]);
  const baseUrl = url === undefined ? undefined : normalizeBaseUrl(url);
  if (baseUrl !== undefined && key !== undefined) return { baseUrl, apiKey: checkKey(key) };
  const local = await readLocalRun(terminal.folder);
  if (baseUrl !== undefined && baseUrl !== local?.baseUrl) {
    throw new UsageError(`There is no API key for ${baseUrl}: set IRS_API_KEY, or give --key.`);
  }
  if (local === undefined) {
    throw new UsageError(
      "Which service? Give --url and --key, set IRS_URL and IRS_API_KEY, or run this where `npm start` runs.",
    );
  }
  return { baseUrl: local.baseUrl, apiKey: checkKey(key ?? local.apiKey) };
}

/** A base address in the one form that addresses are compared and recorded in. @throws UsageError */
export function normalizeBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(`The address of the service must be like https://images.example.com, not ${text}.`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError("The address of the service is a host, with a path at most; the key goes into IRS_API_KEY.");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

async function readLocalRun(folder: string): Promise<Connection | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, LOCAL_RUN_FILE), "utf8");
  } catch {
    return undefined;
  }
  const parsed = localRunSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new UsageError(`${LOCAL_RUN_FILE} is damaged; start the local run anew, or give --url.`);
  return { baseUrl: normalizeBaseUrl(parsed.data.baseUrl), apiKey: parsed.data.apiKey };
}

/** What can't stand in a header is never tried: the runtime's own complaint would quote the key. */
function checkKey(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError("The API key holds blanks or other characters that no key has.");
  return key;
}

/** An empty variable is none, as shells set it. */
function given(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
