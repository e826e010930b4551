#!/usr/bin/env node
// The executable `run-cdk-out`. It starts the program with a Node.js that can run Lambda functions, and stays in front
// of it: signals go to the program, and its exit code is this process's exit code.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findNode } from "./find-node.mjs";

const PROGRAM = fileURLToPath(new URL("./program.mjs", import.meta.url));

const node = findNode();
if (node === undefined) {
  console.error(
    `run-cdk-out needs Node.js 22.15 or later. This is ${process.versions.node}, and the package ` +
      `node-${process.platform}-${process.arch} is not installed. Install a newer Node.js.`,
  );
  process.exit(1);
}

// Add the handlers before the start: the program may already have run for a while when this process executes its next
// line.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
const child = spawn(node, [PROGRAM, ...process.argv.slice(2)], {
  stdio: "inherit",
  // The program stops when this process is gone, even if no signal could be sent to it.
  env: { ...process.env, RUN_CDK_OUT_LAUNCHER: String(process.pid) },
});
child.on("error", (error) => {
  console.error(`${node} could not be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 1));
