import { runCli } from "./main.js";

/** Runs the command line with the arguments, streams and signals of this process, and sets its exit code. */
export async function start(): Promise<void> {
  // The program that reads the picture may stop early: `irs render card.json -o - | head -c 8`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  process.exitCode = await runCli(process.argv.slice(2), {
    out: process.stdout,
    err: process.stderr,
    folder: process.cwd(),
    env: process.env,
    onInterrupt,
    ...(process.stdin.isTTY && { ask }),
  });
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** Aborts at the first signal of each kind. A second one ends the process at once, because its listener is gone. */
function onInterrupt(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}
