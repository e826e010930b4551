/**
 * `npm run smoke -- https://images.example.com`: checks a deployed service over HTTP only. IRS_API_KEY is the key of
 * an operator.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { smoke } from "./smoke.js";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { plan: { type: "string", default: "unlimited" }, all: { type: "boolean", default: false } },
});
const [address] = positionals;
const { IRS_API_KEY: operatorKey } = process.env;
if (address === undefined || !URL.canParse(address) || operatorKey === undefined) {
  process.stderr.write("Usage: IRS_API_KEY=… npm run smoke -- https://images.example.com [--plan NAME] [--all]\n");
  process.stderr.write("The key needs the scope operator. --all also renders every example in examples/features.\n");
  process.exit(2);
}
const folders = values.all ? [EXAMPLES, join(EXAMPLES, "features")] : [EXAMPLES];
const examples = folders.flatMap((folder) =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => ["template.json", "request.json", "expected.png"].every((file) => existsSync(join(path, file)))),
);
const failures = await smoke({
  ...{ baseUrl: address.replace(/\/+$/, ""), operatorKey, plan: values.plan, examples },
  print: (line) => process.stdout.write(`${line}\n`),
});
process.stdout.write(failures === 0 ? "All checks have passed.\n" : `${failures} checks have failed.\n`);
process.exitCode = failures === 0 ? 0 : 1;
