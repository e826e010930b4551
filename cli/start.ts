import { runCli } from "./main.js";

/** Runs the command line in this process: its arguments, its streams, its signals, its exit code. */
export async function start(): Promise<void> {
  // Who reads the picture may have had enough (`irs render card.json -o - | head -c 8`).
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
  });
}

/** Only a command that asks for it ends in order; any other ends at once, as does this one at the second signal. */
function onInterrupt(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}
