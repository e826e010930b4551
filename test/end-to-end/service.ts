/** Runs the whole service as `npm start` does, and sends requests as its callers do. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "run-cdk-out/testing";
import type { JobBody } from "../../core/contract/job-body.js";
import type { Connection } from "../../local/connection-file.js";
import { parentOf } from "../support/processes.js";
import { keepAssembly, lendAssembly } from "./kept-assemblies.js";

export interface StateFolder {
  readonly dir: string;
  remove(): void;
}

/** A resource that a deleted stack leaves behind. */
export interface RetainedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId: string;
}

/** Settings of the stack, as `cdk deploy --context` takes them. */
export type StackSettings = Readonly<Record<string, string>>;

interface Running {
  readonly connection: Connection;
  readonly stateDir: string;
  readonly runner: ChildProcess;
  /** The output of the runner so far. */
  readonly printed: () => string;
  readonly exited: Promise<unknown>;
}

/**
 * The longest wait for any one condition. Tests wait for conditions. This limit only ends a wait that cannot succeed.
 */
const MAX_WAIT_MS = 240_000;

/** Ends a process when the other end of its file descriptor 3 is closed. */
const WATCH_PARENT = new URL("../../packages/run-cdk-out/src/processes/watch-parent.mjs", import.meta.url).href;

/** Creates a state folder inside the project, where the functions find their packages. */
export function makeStateFolder(): StateFolder {
  mkdirSync(".local", { recursive: true });
  const dir = mkdtempSync(join(".local", "test-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export class Service {
  readonly #settings: StackSettings;
  readonly #options: readonly string[];
  readonly #folder: string | undefined;
  #running: Running | undefined;

  /**
   * @param options further options of the command line
   * @param folder another checkout of the project, whose code then runs. Its state folder must be an absolute path.
   */
  constructor(settings: StackSettings = {}, options: readonly string[] = [], folder?: string) {
    this.#settings = settings;
    this.#options = options;
    this.#folder = folder;
  }

  /** Starts a runner on the state in that folder. Resolves when the service can be used. */
  async start(stateDir: string): Promise<void> {
    const context = Object.entries(this.#settings).flatMap(([name, value]) => ["--context", `${name}=${value}`]);
    const env = { ...process.env, PORT: String(await freePort()), NODE_OPTIONS: "" };
    const { GRANTS_LOG: grantsLog } = process.env;
    const grants = grantsLog === undefined ? [] : ["--grants-log", grantsLog];
    // No file of tests calls every function. The runner of an earlier version does not know the option.
    const lazy = this.#folder === undefined ? ["--no-prewarm"] : [];
    const options = [...context, ...grants, ...lazy, ...this.#options];
    const args = ["--import", WATCH_PARENT, "--import", "tsx", "local/main.ts", "--state", stateDir, ...options];
    // Another checkout keeps its assembly in its state folder only.
    if (this.#folder === undefined) lendAssembly(stateDir, this.#settings);
    // The pipe ends the runner if Jest is killed.
    const runner = spawn(process.execPath, args, {
      env,
      cwd: this.#folder,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true,
    });
    runner.stdio[3]?.on("error", () => undefined);
    let output = "";
    for (const stream of [runner.stdout, runner.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const exited = new Promise((resolve) => runner.once("exit", resolve));
    const file = join(stateDir, "connection.json");
    const connection = await until("the service is up", () => {
      if (runner.exitCode !== null) throw new Error(`The runner ended by itself:\n${output}`);
      if (!existsSync(file)) return undefined;
      const written = JSON.parse(readFileSync(file, "utf8")) as Connection;
      // A runner that was killed leaves its file behind.
      return written.pid === runner.pid ? written : undefined;
    });
    this.#running = { connection, stateDir, runner, printed: () => output, exited };
    if (this.#folder === undefined) keepAssembly(stateDir, this.#settings);
  }

  get connection(): Connection {
    return this.#demandRunning().connection;
  }

  get stateDir(): string {
    return this.#demandRunning().stateDir;
  }

  /** The output of the runner so far. */
  get printed(): string {
    return this.#demandRunning().printed();
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.connection.baseUrl}${path}`, { redirect: "manual", ...init });
  }

  /** Calls `fetch` with the first API key. */
  call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.connection.apiKey}`, ...(init.headers as Record<string, string>) };
    return this.fetch(path, { ...init, headers });
  }

  post(path: string, body: unknown): Promise<Response> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.call(path, { method: "POST", body: text, headers: { "content-type": "application/json" } });
  }

  /** The ID of a starter template. */
  template(name: string): string {
    const id = this.connection.templates[name];
    if (id === undefined) throw new Error(`There is no starter template ${name}.`);
    return id;
  }

  /** Creates a render and returns the body of the response, which must be 202. */
  async createRender(request: Readonly<Record<string, unknown>>): Promise<JobBody> {
    const response = await this.post("/api/v1/render", request);
    const body = (await response.json()) as JobBody;
    if (response.status !== 202) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** The current state of a job. Waits as long as a 429 response says. */
  async getRender(id: string): Promise<JobBody> {
    for (;;) {
      const response = await this.call(`/api/v1/renders/${id}`);
      if (response.status !== 429) return (await response.json()) as JobBody;
      await pause(Number(response.headers.get("retry-after")) * 1000);
    }
  }

  /** Waits until the job has ended. Asks for the asset, because requests for the status are limited. */
  async ended(id: string): Promise<JobBody> {
    await until(`render ${id} has ended`, async () => {
      const response = await this.call(`/api/v1/renders/${id}/asset`, { headers: { range: "bytes=0-0" } });
      const body = await response.text();
      return body.includes('"status":"queued"') ? undefined : true;
    });
    return await this.getRender(id);
  }

  /** Calls the runner's inspection port: with a body it is a POST request. */
  async inspect<T>(path: string, body?: unknown): Promise<T> {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    return (await (await fetch(`${this.connection.inspectUrl}${path}`, init)).json()) as T;
  }

  /** IDs of the runner's child processes, at any depth. */
  childPids(): number[] {
    return descendantsOf(this.connection.pid);
  }

  /** Ends the runner without a chance to clean up. */
  async kill(): Promise<void> {
    const { connection, exited } = this.#demandRunning();
    process.kill(connection.pid, "SIGKILL");
    await exited;
  }

  /** Deletes the stack, which ends the runner. Resolves to what the stack leaves behind in the state folder. */
  async deleteStack(): Promise<readonly RetainedResource[]> {
    const { exited } = this.#demandRunning();
    const { retained, error } = await this.inspect<{ retained?: RetainedResource[]; error?: string }>(
      "/stack/delete",
      {},
    );
    if (retained === undefined) throw new Error(`The stack could not be deleted: ${error ?? ""}`);
    await exited;
    return retained;
  }

  /** Stops the runner and returns its exit code. */
  async stop(): Promise<number | null> {
    const { runner, exited } = this.#demandRunning();
    runner.kill("SIGTERM");
    await exited;
    return runner.exitCode;
  }

  #demandRunning(): Running {
    if (this.#running === undefined) throw new Error("The service has not been started.");
    return this.#running;
  }
}

/** Polls until `check` returns something. `maxMs` only ends a wait that cannot succeed. */
export async function until<T>(
  what: string,
  check: () => T | undefined | Promise<T | undefined>,
  maxMs = MAX_WAIT_MS,
): Promise<T> {
  const endsAtMs = Date.now() + maxMs;
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    if (Date.now() > endsAtMs) throw new Error(`Waited for ${maxMs / 1000} s without success until ${what}.`);
    await pause(50);
  }
}

function descendantsOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }));
  const children = parents.filter(({ parent }) => parent === pid).map((child) => child.pid);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}
