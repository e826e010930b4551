import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/** The failure of a test file, or of several test files that do not end. */
export interface TestFailure {
  readonly tests: readonly string[];
  readonly reason: string;
}

interface JestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** Seconds that each test file took the last time. */
const SECONDS = new Map<string, number>();

/** Moves slow test files back in a list that is sorted by nearness: by one place for each second that a file takes. */
export function quickFirst(tests: readonly string[]): string[] {
  const places = tests.map((test, index) => ({ test, place: index + (SECONDS.get(test) ?? 0) }));
  return places.sort((one, other) => one.place - other.place).map(({ test }) => test);
}

/** The limits are processor time, because a busy machine can make tests several times slower. The slowest take 40 s. */
const MAX_PROCESSOR_SECONDS = 60;
const MAX_PROCESSOR_SECONDS_PER_FILE = 15;
const CHECK_MS = 1_000;
/** The unit of processor time in /proc, in all versions of Linux for x64. */
const TICKS_PER_SECOND = 100;
/** Most changes that make tests hang affect only one test. Tests with a timeout of their own keep it. */
const TEST_TIMEOUT_MS = 150_000;

/** Runs test files in a copy of the repository, one after the other. Returns the first failure. */
export async function runTests(dir: string, tests: readonly string[]): Promise<TestFailure | undefined> {
  const results = join(dir, ".local", "test-results.json");
  mkdirSync(join(dir, ".local"), { recursive: true });
  rmSync(results, { force: true });
  const output = [
    "--bail=1",
    "--maxWorkers=1",
    "--silent",
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    "--json",
    `--outputFile=${results}`,
  ];
  const program = [
    "--experimental-vm-modules",
    "--disable-warning=ExperimentalWarning",
    "node_modules/jest/bin/jest.js",
  ];
  const child = spawn(process.execPath, [...program, ...output, "--runTestsByPath", ...tests], {
    cwd: dir,
    stdio: "ignore",
    // A process group of its own, so that a test that hangs is stopped together with the processes that it started.
    detached: true,
    env: { ...process.env, NODE_OPTIONS: "--experimental-vm-modules --disable-warning=ExperimentalWarning" },
  });
  const maxSeconds = MAX_PROCESSOR_SECONDS + MAX_PROCESSOR_SECONDS_PER_FILE * tests.length;
  const timer = setInterval(() => {
    if (child.pid !== undefined && processorSeconds(child.pid) > maxSeconds) process.kill(-child.pid, "SIGKILL");
  }, CHECK_MS);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(timer);
  if (code === null) return { tests, reason: "a test does not end" };
  // A failed expectation about a circular object ends jest before it writes its results.
  if (!existsSync(results)) return { tests, reason: "jest ended without results" };
  const { testResults } = JSON.parse(readFileSync(results, "utf8")) as JestResults;
  for (const { name, startTime, endTime } of testResults)
    SECONDS.set(relative(dir, name), (endTime - startTime) / 1_000);
  return code === 0 ? undefined : firstFailure(dir, testResults);
}

function firstFailure(dir: string, testResults: JestResults["testResults"]): TestFailure {
  const failure = testResults.find(({ status }) => status === "failed");
  if (failure === undefined) throw new Error("jest ended with an error and without a failed test.");
  const [, reason = "the file cannot be run"] = /● (.+)/.exec(failure.message) ?? [];
  return { tests: [relative(dir, failure.name)], reason };
}

/** The processor time of a group of processes: jest runs tests in a process of its own. */
function processorSeconds(group: number): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.reduce((sum, id) => sum + secondsIn(group, id), 0);
}

/** The processor time of a process, or 0 when it has ended or belongs to another group. */
function secondsIn(group: number, id: string): number {
  const file = `/proc/${id}/stat`;
  const fields = readIfThere(file).split(") ").at(-1)?.split(" ") ?? [];
  if (Number(fields[2]) !== group) return 0;
  const [user, system] = fields.slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND;
}

/** A process can end between two looks at it. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
