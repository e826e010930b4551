/** Watches the alarms of the local service, and causes and mends the faults behind them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { type CausedAlarm, withoutHash } from "../support/caused-alarms.js";
import { type Service, until } from "./service.js";

interface AlarmState {
  readonly logicalId: string;
  readonly state: "OK" | "ALARM";
  readonly values: readonly (number | null)[];
}

/** The period of every alarm. */
export const PERIOD_SECONDS = 300;

/** A function that ends each invocation with an error. */
const BROKEN = 'export const handler = async () => { throw new Error("broken"); };\n';

export class AlarmWatch {
  readonly #service: Service;
  /** The alarms that were raised and have cleared. */
  readonly seen = new Set<CausedAlarm>();

  /** @param service runs with `--movable-clock` */
  constructor(service: Service) {
    this.#service = service;
  }

  /** Moves the clock of the service. */
  async move(seconds: number): Promise<void> {
    await this.#service.inspect("/time/move", { seconds });
  }

  /**
   * Waits until these alarms are raised. Others may be raised too. Without a name, it reads the metrics once, as CloudWatch does
   * each minute: a period without a read has no value.
   */
  async includes(...expected: readonly CausedAlarm[]): Promise<void> {
    await until(`the alarms ${expected.join(", ")} are raised`, async () => {
      const found = await this.#raisedNow();
      return expected.every((name) => found.includes(name)) ? found : undefined;
    });
  }

  /** Waits until these alarms are raised, and no other. */
  async raised(...expected: readonly CausedAlarm[]): Promise<void> {
    await this.includes(...expected);
    expect((await this.#raisedNow()).sort()).toEqual([...expected].sort());
  }

  /** Waits until all alarms are clear, and remembers those that were raised. Each alarm looks at some minutes. */
  async cleared(...names: readonly CausedAlarm[]): Promise<void> {
    for (let period = 0; period < 3; period += 1) await this.move(PERIOD_SECONDS);
    await until("all alarms are clear", async () => ((await this.#raisedNow()).length === 0 ? true : undefined));
    for (const name of names) this.seen.add(name);
  }

  /** The value of an alarm in the latest period. */
  async value(name: CausedAlarm): Promise<number> {
    const alarm = (await this.#states()).find(({ logicalId }) => withoutHash(logicalId) === name);
    return alarm?.values[0] ?? 0;
  }

  /** Lets the next call of this action by this function fail, with all retries of the SDK. */
  async failOnce(functionName: string, action: string): Promise<void> {
    await this.#service.inspect("/faults", { faults: [{ functionName, action, occurrence: 1, kind: "internal" }] });
  }

  /** Does the work while a function has code that always fails, and then mends the function. */
  async whileBroken(name: string, work: () => Promise<void>): Promise<void> {
    const broken = mkdtempSync(join(tmpdir(), "broken-"));
    writeFileSync(join(broken, "index.mjs"), BROKEN);
    const functions = await this.#service.inspect<{ name: string; codeDir: string }[]>("/functions");
    const dir = functions.find((fn) => fn.name === name)?.codeDir;
    await this.#service.inspect(`/functions/${name}/code`, { dir: broken });
    try {
      await work();
    } finally {
      await this.#service.inspect(`/functions/${name}/code`, { dir });
      rmSync(broken, { recursive: true });
    }
  }

  /** Does the work while the event sources of these queues are disabled, and then enables them. */
  async whileUnpolled(queues: readonly string[], work: () => Promise<void>): Promise<void> {
    const set = (on: boolean) =>
      Promise.all(queues.map(async (queue) => this.#service.inspect("/queues/polling", { queue, on })));
    await set(false);
    try {
      await work();
    } finally {
      await set(true);
    }
  }

  async #states(): Promise<AlarmState[]> {
    return this.#service.inspect<AlarmState[]>("/alarms");
  }

  async #raisedNow(): Promise<string[]> {
    return (await this.#states())
      .filter(({ state }) => state === "ALARM")
      .map(({ logicalId }) => withoutHash(logicalId));
  }
}
