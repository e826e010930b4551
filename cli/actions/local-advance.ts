import * as z from "zod";
import { readLocalService } from "../api/local-service.js";
import { EXIT } from "../exit-code.js";
import { count } from "../print.js";
import { type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";

const HOURS_OF: Readonly<Record<string, number>> = { h: 1, d: 24 };
const resultSchema = z.object({ transitioned: z.int(), expired: z.int() });

/** Runs `irs local advance`. @throws UsageError */
export async function advanceLocal(terminal: Terminal, time: string): Promise<number> {
  const days = readDays(time);
  const inspectUrl = (await readLocalService(terminal.folder))?.inspectUrl;
  if (inspectUrl === undefined) throw noLocalService();
  const { transitioned, expired } = await advance(inspectUrl, days);
  const changes = `${count(transitioned, "file")} archived, ${count(expired, "file")} deleted`;
  await write(terminal.out, `${changes}\n`);
  return EXIT.ok;
}

function readDays(time: string): number {
  const [, amount = "", unit = ""] = /^(\d{1,7})([dh])$/.exec(time) ?? [];
  const days = (Number(amount) * (HOURS_OF[unit] ?? 0)) / 24;
  if (days > 0 && days <= 36_500) return days;
  throw new UsageError(`The time must be days or hours, such as 91d or 12h, and at most 36500d. It is ${time}.`);
}

async function advance(inspectUrl: string, days: number): Promise<z.infer<typeof resultSchema>> {
  let response: Response;
  try {
    response = await fetch(`${inspectUrl}/time/advance`, { method: "POST", body: JSON.stringify({ days }) });
  } catch {
    throw noLocalService();
  }
  const parsed = resultSchema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new UsageError(`The local service could not move the time (status ${response.status}). Restart it.`);
}

function noLocalService(): UsageError {
  return new UsageError('No local service runs in this folder. Start it with "npm start".');
}
