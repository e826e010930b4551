/** A running service whose clock the tests move, and whose calls to AWS fail on request. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { PlannedFault, SeenCall } from "run-cdk-out/faults";
import { INDEXES } from "../../core/contract/storage-layout.js";
import { makeStateFolder, Service, type StateFolder } from "../end-to-end/service.js";
import { StackAccess } from "../end-to-end/stack-access.js";
import { HookReceiver } from "./hook-receiver.js";

export interface Work {
  readonly nowMs: number;
  readonly atRest: boolean;
  readonly running: readonly string[];
  readonly waiting: number;
  readonly queues: readonly { readonly queue: string; readonly hidden: number; readonly consumed: boolean }[];
}

/** What the service still has to do, in words. Empty if it has nothing to do. */
export type Outstanding = readonly string[];

/** A function that runs longer than this without a move of the clock hangs. */
const MAX_RUN_MS = 90_000;
const POLL_MS = 5;
/** The sweeper runs once in this time. */
const MINUTE_SECONDS = 60;
/** After these moves of a minute each, the clock moves faster. */
const SLOW_MOVES = 12;
const FAST_SECONDS = 10 * MINUTE_SECONDS;
/** Six hours of attempts: longer than every retry of the service, except those of webhooks to a dead receiver. */
const MAX_MOVES = SLOW_MOVES + 36;

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

  /** Ends the processes of all functions, so that each starts again with its next invocation. */
  async killFunctions(): Promise<void> {
    const functions = await this.service.inspect<{ pids: number[] }[]>("/functions");
    for (const pid of functions.flatMap(({ pids }) => pids)) process.kill(pid, "SIGKILL");
    await this.rest();
  }

  /** Waits until nothing happens without a move of the clock. */
  async rest(): Promise<Work> {
    const endsAtMs = performance.now() + MAX_RUN_MS;
    let quiet = 0;
    for (;;) {
      const work = await this.service.inspect<Work>("/work");
      quiet = work.atRest ? quiet + 1 : 0;
      // One look can fall between the end of an invocation and the message or event that it has sent.
      if (quiet === 2) return work;
      if (performance.now() > endsAtMs) throw new Error(`These functions do not end: ${work.running.join(", ")}.`);
      await pause(POLL_MS);
    }
  }

  /** Moves the clock until the service has nothing to do. Resolves to what remains after many moves. */
  async settle(): Promise<Outstanding> {
    let work = await this.rest();
    let outstanding = await this.#outstanding(work);
    for (let moves = 0; outstanding.length > 0 && moves < MAX_MOVES; moves += 1) {
      await this.move(moves < SLOW_MOVES ? MINUTE_SECONDS : FAST_SECONDS);
      work = await this.rest();
      outstanding = await this.#outstanding(work);
    }
    return outstanding;
  }

  async #outstanding(work: Work): Promise<Outstanding> {
    const messages = work.queues
      .filter(({ consumed, hidden }) => consumed && hidden > 0)
      .map(({ queue, hidden }) => `${hidden} message(s) in ${queue}`);
    const [jobs, webhooks] = await Promise.all([
      this.#indexed("StorageJobs", INDEXES.watchedJobs),
      this.#indexed("StorageWebhooks", INDEXES.dueWebhooks),
    ]);
    return [
      ...messages,
      ...(work.waiting > 0 ? [`${work.waiting} event(s) between two attempts`] : []),
      ...jobs.map(({ id }) => `the sweeper must look at the job ${String(id)}`),
      ...webhooks.map(({ id, item }) => `the webhook ${String(id)} ${String(item)} is due`),
    ];
  }

  /** The items of a sparse index. */
  async #indexed(table: string, IndexName: string): Promise<readonly Record<string, unknown>[]> {
    const client = this.#documents;
    if (client === undefined) throw new Error("The stack has not been started.");
    const TableName = this.access.physicalId("AWS::DynamoDB::GlobalTable", table);
    const found: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName, IndexName })) found.push(...Items);
    return found;
  }
}

export const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
