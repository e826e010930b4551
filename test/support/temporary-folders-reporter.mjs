/** Gives the helpers of a run a folder for temporary files, and removes it afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default class TemporaryFoldersReporter {
  #folder;

  onRunStart() {
    this.#folder = mkdtempSync(join(tmpdir(), "irs-tests-"));
    // Workers inherit the variable.
    process.env["TEMPORARY_FOLDERS"] = this.#folder;
  }

  onRunComplete() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
