/** Starts the whole service as `npm start` does, and speaks to it as its callers do. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { JobBody } from "../../core/contract/job-body.js";

export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly templates: Readonly<Record<string, string>>;
  readonly inspectUrl: string;
  readonly pid: number;
}

export interface StateFolder {
  readonly dir: string;
  remove(): void;
}

/** The longest that any one thing may take here; the suite waits for conditions, this only ends a hopeless wait. */
const PATIENCE_MS = 150_000;

/** A state folder of its own inside the project, where the functions find their packages. */
export function makeStateFolder(): StateFolder {
  mkdirSync(".local", { recursive: true });
  const dir = mkdtempSync(join(".local", "test-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export class Service {
  readonly #runner: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor(
    readonly connection: Connection,
    readonly stateDir: string,
    runner: ChildProcess,
    exited: Promise<unknown>,
  ) {
    this.#runner = runner;
    this.#exited = exited;
  }

  /** Starts a runner with the given settings of the stack. */
  static async start(stateDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Service> {
    const context = Object.entries(settings);
    const args = context.flatMap(([name, value]) => ["--context", `${name}=${value}`]);
    const port = String(await freePort());
    const runner = spawn(process.execPath, ["--import", "tsx", "local/main.ts", "--state", stateDir, ...args], {
      env: { ...process.env, PORT: port, NODE_OPTIONS: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [runner.stdout, runner.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const exited = new Promise((resolve) => runner.once("exit", resolve));
    const file = join(stateDir, "connection.json");
    const connection = await until("the service is up", () => {
      if (runner.exitCode !== null) throw new Error(`The runner ended by itself:\n${output}`);
      if (!existsSync(file)) return undefined;
      const written = JSON.parse(readFileSync(file, "utf8")) as Connection;
      // A runner that was killed leaves its file behind.
      return written.pid === runner.pid ? written : undefined;
    });
    return new Service(connection, stateDir, runner, exited);
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.connection.baseUrl}${path}`, { redirect: "manual", ...init });
  }

  /** As `fetch`, with the first API key. */
  call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.connection.apiKey}`, ...(init.headers as Record<string, string>) };
    return this.fetch(path, { ...init, headers });
  }

  post(path: string, body: unknown): Promise<Response> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.call(path, { method: "POST", body: text, headers: { "content-type": "application/json" } });
  }

  template(name: string): string {
    const id = this.connection.templates[name];
    if (id === undefined) throw new Error(`There is no starter template ${name}.`);
    return id;
  }

  /** Creates a render and resolves to the answer's body; the answer must be 202. */
  async createRender(request: Readonly<Record<string, unknown>>): Promise<JobBody> {
    const answer = await this.post("/api/v1/render", request);
    const body = (await answer.json()) as JobBody;
    if (answer.status !== 202) throw new Error(`${answer.status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** The state of a render; waits as long as a refused request is told to. */
  async getRender(id: string): Promise<JobBody> {
    for (;;) {
      const answer = await this.call(`/api/v1/renders/${id}`);
      if (answer.status !== 429) return (await answer.json()) as JobBody;
      await pause(Number(answer.headers.get("retry-after")) * 1000);
    }
  }

  /** Waits for the job's end, by its asset: how often its state may be asked for is limited. */
  async ended(id: string): Promise<JobBody> {
    await until(`render ${id} has ended`, async () => {
      const answer = await this.call(`/api/v1/renders/${id}/asset`, { headers: { range: "bytes=0-0" } });
      const body = await answer.text();
      return body.includes('"status":"queued"') ? undefined : true;
    });
    return await this.getRender(id);
  }

  async inspect<T>(path: string, body?: unknown): Promise<T> {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    return (await (await fetch(`${this.connection.inspectUrl}${path}`, init)).json()) as T;
  }

  /** Ids of the runner's child processes, at any depth. */
  childPids(): number[] {
    return descendantsOf(this.connection.pid);
  }

  /** Ends the runner without a chance to tidy up. */
  async kill(): Promise<void> {
    process.kill(this.connection.pid, "SIGKILL");
    await this.#exited;
  }

  /** Resolves to the exit code. */
  async stop(): Promise<number | null> {
    this.#runner.kill("SIGTERM");
    await this.#exited;
    return this.#runner.exitCode;
  }
}

/** Polls until `look` finds something. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const endsAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > endsAt) throw new Error(`Waited in vain: ${what}.`);
    await pause(50);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process that has ended but was not waited for still takes signals.
  return !/^State:\s+[ZX]/m.test(statusOf(pid));
}

function descendantsOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const [, parent] = /^PPid:\s+(\d+)/m.exec(statusOf(Number(name))) ?? [];
      return { pid: Number(name), parent: Number(parent) };
    });
  const children = parents.filter(({ parent }) => parent === pid).map((child) => child.pid);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return address.port;
}
