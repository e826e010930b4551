/** Runs the scenarios on the local service, and reads its counters before and after each. */
import { setTimeout as pause } from "node:timers/promises";
import { ImageRenderService } from "@image-render/client";
import { type LocalService, startLocalService } from "../../bench/local-service.js";
import { type BillLine, billOf, difference, type MeterEntry, scaled } from "./bill.js";
import { type Scenario, SCENARIOS } from "./scenarios.js";

export interface CountedBill {
  readonly scenario: Scenario["name"];
  readonly what: string;
  readonly measured: number;
  readonly billed: number;
  readonly lines: readonly BillLine[];
}

/** Operations before the measurement, so that processes have started and caches are filled. */
const WARM_UP = 3;
/** The counters are still when they have not changed for this time, besides those of the sweeper. */
const STILL_MS = 1_500;

export async function measureScenarios(): Promise<CountedBill[]> {
  const service = await startLocalService();
  try {
    const client = new ImageRenderService({ baseUrl: service.baseUrl, apiKey: service.apiKey });
    const bills: CountedBill[] = [];
    for (const scenario of SCENARIOS) bills.push(await measure(client, service, scenario));
    return bills;
  } finally {
    await service.close();
  }
}

async function measure(client: ImageRenderService, service: LocalService, scenario: Scenario): Promise<CountedBill> {
  const { name, what, measured, billed, run } = scenario;
  await run(client, service, WARM_UP);
  const before = await settledMeter(service);
  await run(client, service, measured);
  const entries = difference(before, await settledMeter(service)).filter((entry) => !isScheduled(entry));
  const lines = scaled(billOf({ entries, memoryMb: await memoryOf(service) }), billed / measured);
  return { scenario: name, what, measured, billed, lines };
}

/** The schedules belong to the idle stage. */
const isScheduled = ({ name }: MeterEntry) => /^(sweeper|file-audit|workspace-remover)\b/.test(name);

/** Waits until events and webhooks have been handled. */
async function settledMeter(service: LocalService): Promise<MeterEntry[]> {
  for (let last = ""; ; await pause(STILL_MS)) {
    const entries = (await inspect<MeterEntry[]>(service, "/meter")).filter((entry) => !isScheduled(entry));
    const text = JSON.stringify(
      entries.filter(({ kind, name }) => kind === "invocations" || / events:| sqs:S/.test(name)),
    );
    if (text === last) return entries;
    last = text;
  }
}

async function memoryOf(service: LocalService): Promise<Readonly<Record<string, number>>> {
  const functions = await inspect<{ name: string; memoryMb: number }[]>(service, "/functions");
  return Object.fromEntries(functions.map(({ name, memoryMb }) => [name, memoryMb]));
}

async function inspect<T>({ inspectUrl }: LocalService, path: string): Promise<T> {
  return (await (await fetch(`${inspectUrl}${path}`)).json()) as T;
}
