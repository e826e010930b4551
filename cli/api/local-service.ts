/** The service that `npm start` runs in a folder. It writes its URL and its key to a file. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { UsageError } from "../usage-error.js";

const CONNECTION_FILE = ".local/connection.json";

const localServiceSchema = z.object({
  baseUrl: z.string(),
  apiKey: z.string(),
  /** The URL of the runner's own port. */
  inspectUrl: z.url().optional(),
});
export type LocalService = z.infer<typeof localServiceSchema>;

/** Returns `undefined` if no service runs in the folder. @throws UsageError if the file of the service is damaged */
export async function readLocalService(folder: string): Promise<LocalService | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, CONNECTION_FILE), "utf8");
  } catch {
    return undefined;
  }
  const parsed = localServiceSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new UsageError(`${CONNECTION_FILE} is damaged. Restart the local service, or give --url and --key.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
