/** The whole service as `npm start` runs it, for measurements. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "run-cdk-out/testing";

const START_WITHIN_MS = 120_000;

export interface LocalService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** IDs of the starter templates by name. */
  readonly templates: Readonly<Record<string, string>>;
  readonly inspectUrl: string;
  /** The process that runs the service. */
  readonly pid: number;
  readonly close: () => Promise<void>;
}

type Connection = Omit<LocalService, "close">;

/** Starts the service on a free port, with a state folder that `close` removes. */
export async function startLocalService(): Promise<LocalService> {
  mkdirSync(".local", { recursive: true });
  const state = mkdtempSync(join(".local", "bench-"));
  const runner = spawn(process.execPath, ["--import", "tsx", "local/main.ts", "--state", state], {
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => runner.once("exit", resolve));
  const close = async () => {
    runner.kill("SIGTERM");
    await ended;
    rmSync(state, { recursive: true, force: true });
  };
  const file = join(state, "connection.json");
  const deadlineMs = Date.now() + START_WITHIN_MS;
  while (!existsSync(file)) {
    if (runner.exitCode !== null || Date.now() > deadlineMs) {
      await close();
      throw new Error(`The service did not start within ${START_WITHIN_MS / 1000} s.`);
    }
    await pause(100);
  }
  return { ...(JSON.parse(readFileSync(file, "utf8")) as Connection), close };
}
