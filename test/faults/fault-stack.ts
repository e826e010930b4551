/** A running service whose clock the tests move, and whose calls to AWS fail on request. */
import { createHash } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { PlannedFault, SeenCall } from "run-cdk-out/faults";
import { INDEXES } from "../../core/deployment/storage-layout.js";
import { makeStateFolder, Service, type StateFolder } from "../end-to-end/service.js";
import { StackAccess } from "../end-to-end/stack-access.js";
import { HookReceiver } from "./hook-receiver.js";

export interface Work {
  readonly nowMs: number;
  readonly atRest: boolean;
  readonly running: readonly string[];
  readonly waiting: number;
  readonly queues: readonly {
    readonly queue: string;
    readonly hidden: number;
    readonly nextMs: number | null;
    readonly consumed: boolean;
  }[];
}

/** The remaining work of the service, in words. Empty if there is none. */
export type Outstanding = readonly string[];

/** A function that runs longer than this without a move of the clock hangs. */
const MAX_RUN_SECONDS = 90;
/** The sweeper runs once in this time. */
const SWEEP_MS = 60_000;
/** The longest delay between two attempts of an asynchronous invocation. */
const RETRY_MS = 120_000;
/** Each move goes to the time when something is due. A job needs several: three attempts, and the sweeper's repairs. */
const MAX_MOVES = 40;

interface Todo {
  /** In words. */
  readonly what: string;
  readonly dueMs: number;
}

export class FaultStack {
  readonly service = new Service({}, ["--movable-clock"]);
  readonly access = new StackAccess(this.service);
  readonly hooks = new HookReceiver();
  #state: StateFolder | undefined;
  #documents: DynamoDBDocumentClient | undefined;

  async start(): Promise<void> {
    this.#state = makeStateFolder();
    await Promise.all([this.service.start(this.#state.dir), this.hooks.start()]);
    await this.access.open();
    const { dynamodb: endpoint } = this.access.endpoints;
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const client = new DynamoDBClient({ region: "us-east-1", credentials, ...(endpoint && { endpoint }) });
    this.#documents = DynamoDBDocumentClient.from(client);
    await this.rest();
  }

  async stop(): Promise<void> {
    this.#documents?.destroy();
    this.access.close();
    await this.service.stop();
    await this.hooks.stop();
    this.#state?.remove();
  }

  /** Replaces the plan of faults, and forgets the calls so far. */
  async plan(faults: readonly PlannedFault[]): Promise<void> {
    const answer = await this.service.inspect<{ error?: string }>("/faults", { faults });
    if (answer.error !== undefined) throw new Error(answer.error);
  }

  async report(): Promise<{ calls: SeenCall[]; fired: PlannedFault[] }> {
    return await this.service.inspect("/faults");
  }

  async move(seconds: number): Promise<void> {
    const answer = await this.service.inspect<{ error?: string }>("/time/move", { seconds });
    if (answer.error !== undefined) throw new Error(answer.error);
  }

  /** The time of the service in epoch milliseconds. */
  async now(): Promise<number> {
    return (await this.service.inspect<Work>("/work")).nowMs;
  }

  /** Resolves to the number of invocations of each function so far, by name. */
  async invocations(): Promise<ReadonlyMap<string, number>> {
    const functions = await this.service.inspect<{ name: string; invocations: number }[]>("/functions");
    return new Map(functions.map(({ name, invocations }) => [name, invocations]));
  }

  /** Ends the processes of all functions, so that each starts again with its next invocation. */
  async killFunctions(): Promise<void> {
    const functions = await this.service.inspect<{ pids: number[] }[]>("/functions");
    for (const pid of functions.flatMap(({ pids }) => pids)) process.kill(pid, "SIGKILL");
    await this.rest();
  }

  /** Waits until nothing happens without a move of the clock. */
  async rest(): Promise<Work> {
    const work = await this.service.inspect<Work>("/work/rest", { maxSeconds: MAX_RUN_SECONDS });
    if (!work.atRest) throw new Error(`These functions do not end: ${work.running.join(", ")}.`);
    return work;
  }

  /** Moves the clock until the service has nothing to do. Resolves to what remains after many moves. */
  async settle(): Promise<Outstanding> {
    for (let moves = 0; ; moves += 1) {
      const work = await this.rest();
      const todo = await this.#todo(work);
      if (todo.length === 0 || moves === MAX_MOVES) return todo.map(({ what }) => what);
      const nextMs = Math.min(...todo.map(({ dueMs }) => dueMs));
      await this.move(Math.max(1, (nextMs - work.nowMs) / 1_000));
    }
  }

  async #todo({ queues, waiting, nowMs }: Work): Promise<readonly Todo[]> {
    const messages = queues
      .filter(({ consumed, hidden }) => consumed && hidden > 0)
      .map(({ queue, hidden, nextMs }) => ({ what: `${hidden} message(s) in ${queue}`, dueMs: nextMs ?? nowMs }));
    const retries = { what: `${waiting} event(s) between two attempts`, dueMs: nowMs + RETRY_MS };
    const [jobs, webhooks] = await Promise.all([
      this.#indexed("Jobs", INDEXES.watchedJobs),
      this.#indexed("Webhooks", INDEXES.dueWebhooks),
    ]);
    // The sweeper runs within a minute after an item is due.
    const swept = (dueMs: unknown): number => Math.max(Number(dueMs), nowMs) + SWEEP_MS;
    return [
      ...messages,
      ...(waiting > 0 ? [retries] : []),
      ...jobs.map(({ id, sweepAtMs }) => ({
        what: `the sweeper must repair the job ${String(id)}`,
        dueMs: swept(sweepAtMs),
      })),
      ...webhooks.map(({ item, dueAtMs }) => ({ what: `the webhook ${String(item)} is due`, dueMs: swept(dueAtMs) })),
    ];
  }

  /** The items of a table with this partition key. */
  async readPartition(table: string, id: string): Promise<readonly Record<string, unknown>[]> {
    const client = this.#client;
    const query = { KeyConditionExpression: "id = :id", ExpressionAttributeValues: { ":id": id } };
    const found: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateQuery({ client }, { TableName: this.#table(table), ...query }))
      found.push(...Items);
    return found;
  }

  get #client(): DynamoDBDocumentClient {
    if (this.#documents === undefined) throw new Error("The stack has not been started.");
    return this.#documents;
  }

  #table(name: string): string {
    return this.access.physicalId("AWS::DynamoDB::GlobalTable", `Storage${name}`);
  }

  /** The items of a sparse index. */
  async #indexed(table: string, IndexName: string): Promise<readonly Record<string, unknown>[]> {
    const client = this.#client;
    const TableName = this.#table(table);
    const found: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName, IndexName })) found.push(...Items);
    return found;
  }
}

export const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
