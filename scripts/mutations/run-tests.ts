import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/** A failure of a test file, or of several that do not end. */
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

/** Sorts test files that are sorted by their nearness: a file moves back by one place for each second that it takes. */
export function quickFirst(tests: readonly string[]): string[] {
  const places = tests.map((test, index) => ({ test, place: index + (SECONDS.get(test) ?? 0) }));
  return places.sort((one, other) => one.place - other.place).map(({ test }) => test);
}

/** Test files that take longer than this hang. The slowest file with unit tests takes 40 s. */
const SECONDS_PER_FILE = 10;
const SECONDS_AT_LEAST = 90;
/** Most changes that let a test hang do so in one test. Tests with a timeout of their own keep it. */
const TEST_TIMEOUT_MS = 30_000;

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
    // A group of its own, so that a test that hangs is stopped together with the processes that it started.
    detached: true,
    env: { ...process.env, NODE_OPTIONS: "--experimental-vm-modules --disable-warning=ExperimentalWarning" },
  });
  const limitMs = 1_000 * Math.max(SECONDS_AT_LEAST, SECONDS_PER_FILE * tests.length);
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, limitMs);
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(timer);
  if (code === null) return { tests, reason: "a test does not end" };
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
