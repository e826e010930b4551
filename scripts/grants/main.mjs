/** Lists the grants that no call has needed: `npm run grants -- FILE`. Runners with `--grants-log` write FILE. */
import { readFileSync } from "node:fs";
import { KNOWN_UNUSED } from "./known-unused.mjs";
import { problemsOf, readGrants } from "./unused-grants.mjs";

const [, , file] = process.argv;
if (file === undefined) {
  process.stderr.write("Give the file of the option --grants-log: npm run grants -- FILE\n");
  process.exit(2);
}
const { unused, all } = readGrants(readFileSync(file, "utf8"));
for (const grant of unused)
  process.stdout.write(`${grant}${grant in KNOWN_UNUSED ? ` (${KNOWN_UNUSED[grant]})` : ""}\n`);
process.stdout.write(`${all.length - unused.length} of ${all.length} grants were used.\n`);
process.exitCode = problemsOf({ unused, all }, KNOWN_UNUSED).length > 0 ? 1 : 0;
