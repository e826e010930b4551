// Runs a command in which nothing can be preloaded (`node guard.mjs COMMAND ARG…`), and ends it when the runner is
// gone: file descriptor 3 closes with the runner, however the runner ends.
import { spawn } from "node:child_process";
import { Socket } from "node:net";

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
// This process leads its process group (`detached`), so this also ends the processes that the command has started.
const kill = () => process.kill(-process.pid, "SIGKILL");
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", (error) => {
  console.error(`${command}: ${error.message}`);
  process.exit(127);
});
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
new Socket({ fd: 3 }).on("error", kill).on("close", kill).resume();
