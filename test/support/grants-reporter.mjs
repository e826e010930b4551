/**
 * Says after a run of all end-to-end tests how many grants of the template no test has used. With `GRANTS_LOG`, the run
 * fails if one of them has no reason in `KNOWN_UNUSED`. Otherwise it does not: a grant for a rare retry may be used in one
 * run and not in the next.
 *
 * Each runner appends its grants to one file, and the first use of each. A run of single files reports nothing. To collect
 * the uses of several runs, set `GRANTS_LOG` to a file: it is kept, and `npm run grants -- FILE` lists what is unused.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { KNOWN_UNUSED } from "../../scripts/grants/known-unused.mjs";
import { problemsOf, readGrants } from "../../scripts/grants/unused-grants.mjs";

export default class GrantsReporter {
  #isKept = process.env["GRANTS_LOG"] !== undefined;
  #file = resolve(process.env["GRANTS_LOG"] ?? join(".local", `grants-${process.pid}.log`));
  #error;

  onRunStart() {
    mkdirSync(".local", { recursive: true });
    // Workers inherit the variable. `Service` passes it on to its runner.
    process.env["GRANTS_LOG"] = this.#file;
  }

  onRunComplete(_contexts, { testResults, numFailedTests }) {
    if (!existsSync(this.#file)) return;
    const text = readFileSync(this.#file, "utf8");
    if (!this.#isKept) rmSync(this.#file);
    const passed = new Set(testResults.filter(({ skipped }) => !skipped).map(({ testFilePath }) => testFilePath));
    const all = globSync(join("test", "end-to-end", "*.test.ts")).map((file) => resolve(file));
    const isComplete = numFailedTests === 0 && all.every((file) => passed.has(file));
    if (!isComplete) return;
    const grants = readGrants(text);
    process.stderr.write(
      `Grants that the end-to-end tests used: ${grants.all.length - grants.unused.length} of ${grants.all.length}\n`,
    );
    const problems = problemsOf(grants, KNOWN_UNUSED);
    if (this.#isKept && problems.length > 0) this.#error = new Error(problems.join("\n"));
  }

  getLastError() {
    return this.#error;
  }
}
