/** `node scripts/node24.mjs COMMAND ARG…`: runs a command on the Node version that AWS Lambda runs. */
import { runOnNode24 } from "../cli/node24/run-on-node24.mjs";

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  process.stderr.write("Usage: node scripts/node24.mjs COMMAND [ARGUMENT…]\n");
  process.exit(2);
}
runOnNode24(command, args);
