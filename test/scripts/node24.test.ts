import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";

/** The folder where the launcher runs. Its packaged Node is a shell script that reports how it was called. */
let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "node24-"));
  for (const folder of ["scripts", "cli/node24"]) cpSync(folder, join(project, folder), { recursive: true });
  writeProgram(`node_modules/node-linux-${process.arch}/bin/node`, 'echo "packaged node: $*"');
  // npm may leave a dangling link there, or a link to another version.
  writeProgram("node_modules/.bin/node", "echo wrong node");
  writeProgram("node_modules/.bin/tool", 'node "$1"');
  writeProgram("elsewhere/node", "echo wrong node");
});
afterAll(() => rmSync(project, { recursive: true }));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const { pid } of children.splice(0)) killGroup(pid);
});

/** Ends what is left of a command, its child processes included. */
function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function writeProgram(name: string, script: string): void {
  const file = join(project, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** A command in a process group of its own, whose output can be awaited. */
class Command {
  readonly child: ChildProcess;
  readonly closed: Promise<[number | null, string | null]>;
  output = "";
  #onOutput: () => void = () => undefined;

  constructor(command: string, args: readonly string[], environment: Record<string, string> = {}) {
    const path = `${join(project, "elsewhere")}:/usr/bin:/bin`;
    const env: NodeJS.ProcessEnv = { ...process.env, PATH: path, NODE_OPTIONS: "" };
    delete env["npm_lifecycle_event"];
    this.child = spawn(command, args, { env: { ...env, ...environment }, detached: true });
    children.push(this.child);
    this.closed = once(this.child, "close") as Promise<[number | null, string | null]>;
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
        this.#onOutput();
      });
  }

  async says(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onOutput = () => {
        if (this.output.includes(text)) resolve();
      };
      this.#onOutput();
    });
  }
}

const script = () => join(project, "scripts/node24.mjs");
const launch = (...args: string[]) => new Command(process.execPath, [script(), ...args]);

/** Prints "ready", and then the name of the signal that it gets. */
const REPORT_SIGNAL =
  "trap 'echo got INT; exit 3' INT; trap 'echo got TERM; exit 4' TERM; echo ready; while :; do sleep 0.1; done";

describe("scripts/node24.mjs", () => {
  test("the launcher runs node and the programs of node_modules/.bin on the packaged Node", async () => {
    const [direct, tool] = [launch("node", "a.js", "b"), launch("tool", "c.js")];
    expect(await Promise.all([direct.closed, tool.closed])).toEqual([
      [0, null],
      [0, null],
    ]);
    expect([direct.output, tool.output]).toEqual(["packaged node: a.js b\n", "packaged node: c.js\n"]);
  });

  test("the launcher ends with the exit code or the signal of its command", async () => {
    expect(await launch("sh", "-c", "exit 7").closed).toEqual([7, null]);
    expect(await launch("sh", "-c", "kill -TERM $$").closed).toEqual([null, "SIGTERM"]);
  });

  test.each([
    ["SIGINT", "got INT\n", 3],
    ["SIGTERM", "got TERM\n", 4],
  ] as const)("the launcher forwards %s to its command and waits for it to end", async (signal, line, code) => {
    const launcher = launch("sh", "-c", REPORT_SIGNAL);
    await launcher.says("ready");
    launcher.child.kill(signal);
    expect(await launcher.closed).toEqual([code, null]);
    expect(launcher.output).toContain(line);
  });

  test("the launcher ends its command when npm, which started it, was killed", async () => {
    const start = `"${process.execPath}" "${script()}" sh -c "${REPORT_SIGNAL}" & wait`;
    const npm = new Command("/bin/sh", ["-c", start], { npm_lifecycle_event: "start" });
    await npm.says("ready");
    npm.child.kill("SIGKILL");
    // The streams stay open until the last process that holds them has ended.
    await npm.closed;
    expect(npm.output).toContain("got TERM\n");
  });

  test("the launcher names a command that does not exist, and ends with 1", async () => {
    const launcher = launch("no-such-command");
    expect(await launcher.closed).toEqual([1, null]);
    expect(launcher.output).toMatch(/^no-such-command could not be started: .*ENOENT\n$/);
  });

  test("the launcher without a command explains its usage, and ends with 2", async () => {
    const launcher = launch();
    expect(await launcher.closed).toEqual([2, null]);
    expect(launcher.output).toBe("Usage: node scripts/node24.mjs COMMAND [ARGUMENT…]\n");
  });
});
