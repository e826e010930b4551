/** Gives a run of several test files a folder for the stacks that they lend each other, and removes it afterwards. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

export default class KeptStacksReporter {
  #folder;

  onRunStart({ numTotalTestSuites }) {
    if (numTotalTestSuites < 2) return;
    mkdirSync(".local", { recursive: true });
    this.#folder = mkdtempSync(join(".local", "test-stacks-"));
    // Workers inherit the variable.
    process.env["KEPT_STACKS"] = this.#folder;
  }

  onRunComplete() {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
