// Preloaded (`node --import`) into every process of a function. It replaces imports of the runtime interface client,
// which runs the handler: its native part is not compiled on this machine. Imports of the handler and its packages are
// unchanged.
import { registerHooks } from "node:module";

const CLIENT = "/aws-lambda-ric/index.mjs";
const manyInvocationsAtOnce = process.env.AWS_LAMBDA_MAX_CONCURRENCY !== undefined;
const standIns = new Map([
  ["./rapid-client.node", "./rapid-client.cjs"],
  ...(manyInvocationsAtOnce
    ? [
        ["node:fs", "./concurrent-fs.cjs"],
        ["node:http", "./concurrent-http.cjs"],
        ["node:worker_threads", "./concurrent-threads.cjs"],
      ]
    : []),
]);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const standIn = context.parentURL?.endsWith(CLIENT) ? standIns.get(specifier) : undefined;
    if (standIn === undefined) return nextResolve(specifier, context);
    return { url: new URL(standIn, import.meta.url).href, format: "commonjs", shortCircuit: true };
  },
});
