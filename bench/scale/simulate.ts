/**
 * A model of DynamoDB's limits. A transaction occupies its items and conflicts with every other write to them. A partition
 * takes 1,000 capacity units a second. Time is simulated.
 */
import { longestPauseMs, TRANSACT_ATTEMPTS } from "../../aws/transact.js";
import type { CapturedCommand, CapturedJob } from "./captured.js";
import { type CommandWrites, JobItems } from "./item-writes.js";

/** The time for which a transaction occupies its items. */
export const OCCUPIED_MS = 10;
/** The time from one command of a request to its next one. */
const PLAIN_MS = 5;
const TRANSACTION_MS = 15;
/** The pause between the creation of a job and its end. */
const RENDER_MS = 300;
const PARTITION_UNITS = 1_000;
/** The creation reserves credits in other shards if transactions occupy the first. */
const RESERVE_ATTEMPTS = 4;
const LONGEST_SETTLE_PAUSE_MS = 20;

export interface Outcome {
  readonly creations: number;
  /** Shares of the creations, 0 to 1. */
  readonly retried: number;
  /** The share of creations whose job was written at the first try, but whose reservation was settled later. */
  readonly delayed: number;
  readonly refused: number;
  /** The highest load of a partition, in capacity units per second, and its name without IDs. */
  readonly busiest: { readonly partition: string; readonly unitsPerSecond: number };
}

export interface Workload {
  readonly perSecond: number;
  readonly seconds: number;
  /** Resolves to the commands of a new job. */
  readonly nextJob: () => CapturedJob;
  readonly random: () => number;
}

interface World {
  readonly workload: Workload;
  nowMs: number;
  readonly occupiedUntilMs: Map<string, number>;
  readonly partitions: Map<string, { units: number; atMs: number; total: number }>;
  creations: number;
  retried: number;
  delayed: number;
  refused: number;
}

/** A request in simulated time. It yields the milliseconds until it continues. */
type Process<T> = Generator<number, T, undefined>;

export function simulate(workload: Workload): Outcome {
  const world: World = {
    ...{ workload, nowMs: 0, creations: 0, retried: 0, delayed: 0, refused: 0 },
    ...{ occupiedUntilMs: new Map<string, number>(), partitions: new Map() },
  };
  const waiting = new Timeline();
  for (let atMs = 0; atMs < workload.seconds * 1000;) {
    waiting.add(atMs, runJob(world));
    // Poisson arrivals.
    atMs += (-Math.log(1 - workload.random()) * 1000) / workload.perSecond;
  }
  for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
    world.nowMs = next.atMs;
    const { value, done = false } = next.process.next();
    if (!done) waiting.add(world.nowMs + Number(value), next.process);
  }
  return outcomeOf(world, workload.seconds);
}

function* runJob(world: World): Process<void> {
  let job = world.workload.nextJob();
  let items = new JobItems();
  for (const command of job.limit) yield* write(world, items, command);
  world.creations += 1;
  let isRetried = false;
  for (let attempt = 1; ; attempt += 1) {
    const [first, ...others] = job.create as [CapturedCommand, ...CapturedCommand[]];
    const result = yield* write(world, items, first);
    isRetried ||= result !== "first try";
    if (result === "refused" && (first.name === "TransactWriteCommand" || attempt === RESERVE_ATTEMPTS)) {
      world.retried += 1;
      world.refused += 1;
      return;
    }
    if (result === "refused") {
      [job, items] = [world.workload.nextJob(), new JobItems()];
      continue;
    }
    for (const command of others) {
      if (command.name === "UpdateCommand") yield* repeat(world, items, command);
      else isRetried = (yield* write(world, items, command)) !== "first try" || isRetried;
    }
    break;
  }
  if (isRetried) world.retried += 1;
  yield RENDER_MS;
  for (const command of job.end) yield* write(world, items, command);
}

/** Runs a command until it succeeds. A job exists before its reservation is settled, so this only delays the response. */
function* repeat(world: World, items: JobItems, command: CapturedCommand): Process<void> {
  let isRepeated = false;
  while ((yield* write(world, items, command)) === "refused") {
    isRepeated = true;
    yield world.workload.random() * LONGEST_SETTLE_PAUSE_MS;
  }
  if (isRepeated) world.delayed += 1;
}

/** Runs one command. A transaction is repeated as transact.ts does. A plain update is not. */
function* write(world: World, items: JobItems, command: CapturedCommand): Process<"first try" | "retried" | "refused"> {
  const writes = items.writesOf(command);
  const attempts = writes.isTransaction ? TRANSACT_ATTEMPTS : 1;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const isAccepted = accept(world, writes);
    yield writes.isTransaction ? TRANSACTION_MS : PLAIN_MS;
    if (isAccepted) return attempt === 1 ? "first try" : "retried";
    if (attempt < attempts) yield world.workload.random() * longestPauseMs(attempt);
  }
  return "refused";
}

/** A rejected write uses capacity too. */
function accept(world: World, { isTransaction, items, loads }: CommandWrites): boolean {
  const hasCapacity = loads.map(({ partition, units }) => use(world, partition, units)).every(Boolean);
  const isFree = items.every((item) => (world.occupiedUntilMs.get(item) ?? 0) <= world.nowMs);
  if (!hasCapacity || !isFree) return false;
  if (isTransaction) for (const item of items) world.occupiedUntilMs.set(item, world.nowMs + OCCUPIED_MS);
  return true;
}

/** A token bucket of one second. DynamoDB's longer bursts are not guaranteed, so the model has none. */
function use({ partitions, nowMs }: World, name: string, units: number): boolean {
  const known = partitions.get(name) ?? { units: PARTITION_UNITS, atMs: nowMs, total: 0 };
  const refilled = Math.min(PARTITION_UNITS, known.units + nowMs - known.atMs);
  const isAllowed = refilled >= units;
  partitions.set(name, {
    units: isAllowed ? refilled - units : refilled,
    atMs: nowMs,
    total: known.total + units,
  });
  return isAllowed;
}

function outcomeOf({ creations, retried, delayed, refused, partitions }: World, seconds: number): Outcome {
  const [[name, { total }] = ["none", { total: 0 }]] = [...partitions].sort(([, a], [, b]) => b.total - a.total);
  const partition = name.replace(/[0-9a-f-]{36}/g, "<workspace>");
  return {
    creations,
    retried: retried / creations,
    delayed: delayed / creations,
    refused: refused / creations,
    busiest: { partition, unitsPerSecond: total / seconds },
  };
}

/** A binary heap of processes, ordered by the time at which they continue. */
class Timeline {
  readonly #heap: { atMs: number; order: number; process: Process<void> }[] = [];
  #added = 0;

  add(atMs: number, process: Process<void>): void {
    const heap = this.#heap;
    heap.push({ atMs, order: (this.#added += 1), process });
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) break;
      this.#swap(child, parent);
      child = parent;
    }
  }

  take() {
    const heap = this.#heap;
    if (heap.length === 0) return undefined;
    this.#swap(0, heap.length - 1);
    const first = heap.pop();
    for (let parent = 0; ;) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      let least = parent;
      if (left < heap.length && this.#isBefore(left, least)) least = left;
      if (right < heap.length && this.#isBefore(right, least)) least = right;
      if (least === parent) return first;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.atMs === b.atMs ? a.order < b.order : a.atMs < b.atMs;
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const [a, b] = [heap[one], heap[other]];
    if (a !== undefined && b !== undefined) [heap[one], heap[other]] = [b, a];
  }
}
