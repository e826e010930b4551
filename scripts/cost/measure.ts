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
  /** The write units of one operation by table. */
  readonly writeUnits: Readonly<Record<string, number>>;
}

/** Operations before the measurement, so that processes have started and caches are filled. */
const WARM_UP = 3;
/** The counters have settled when none, except those of scheduled functions, has changed for this time. */
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
  const { name, what, measured, billed, prepare } = scenario;
  for (const operation of await prepare(client, service, WARM_UP)) await operation();
  const operations = await prepare(client, service, measured);
  const before = await settledMeter(service);
  for (const operation of operations) await operation();
  const entries = difference(before, await settledMeter(service)).filter((entry) => !isScheduled(entry));
  const lines = scaled(billOf({ entries, memoryMb: await memoryOf(service) }), billed / measured);
  const writeUnits = await unitsByTable(service, entries, measured);
  return { scenario: name, what, measured, billed, lines, writeUnits };
}

/** The calls of scheduled functions are part of the idle costs. */
const isScheduled = ({ name }: MeterEntry) => /^(sweeper|file-audit|workspace-remover)\b/.test(name);

/** Waits until events and webhooks have been handled. */
async function settledMeter(service: LocalService): Promise<MeterEntry[]> {
  let last = "";
  for (;;) {
    const entries = (await inspect<MeterEntry[]>(service, "/meter")).filter((entry) => !isScheduled(entry));
    const busy = entries.filter(({ kind, name }) => kind === "invocations" || / events:| sqs:S/.test(name));
    const text = JSON.stringify(busy);
    if (text === last) return entries;
    last = text;
    await pause(STILL_MS);
  }
}

async function memoryOf(service: LocalService): Promise<Readonly<Record<string, number>>> {
  const functions = await inspect<{ name: string; memoryMb: number }[]>(service, "/functions");
  return Object.fromEntries(functions.map(({ name, memoryMb }) => [name, memoryMb]));
}

/** Returns the write units of one operation by the table's name in the stack. */
async function unitsByTable(service: LocalService, entries: readonly MeterEntry[], measured: number) {
  const resources = await inspect<Record<string, { physicalId: string }>>(service, "/resources");
  const logicalIds = new Map(Object.entries(resources).map(([id, { physicalId }]) => [physicalId, id]));
  const written = entries.filter(({ kind }) => kind === "write units");
  return Object.fromEntries(
    written.map(({ name, amount }) => [
      (logicalIds.get(name) ?? name).replace(/^Storage|[0-9A-F]{8}$/g, ""),
      amount / measured,
    ]),
  );
}

async function inspect<T>({ inspectUrl }: LocalService, path: string): Promise<T> {
  return (await (await fetch(`${inspectUrl}${path}`)).json()) as T;
}
