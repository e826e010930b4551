// Preloaded (`node --import`) into every function process: fits the runtime interface client, which runs the handler,
// to a machine where its native part was never compiled. Only that one module's own imports are redirected.
import { registerHooks } from "node:module";

const CLIENT = "/aws-lambda-ric/index.mjs";
const standIn = (file) => ({ url: new URL(file, import.meta.url).href, format: "commonjs", shortCircuit: true });
const manyInvocationsAtOnce = process.env.AWS_LAMBDA_MAX_CONCURRENCY !== undefined;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (context.parentURL?.endsWith(CLIENT)) {
      if (specifier === "./rapid-client.node") return standIn("./rapid-client.cjs");
      if (specifier === "node:http" && manyInvocationsAtOnce) return standIn("./concurrent-http.cjs");
    }
    return nextResolve(specifier, context);
  },
});
