import { FaultsError } from "../finding.js";
import { folderFinding, type TemplatesFolder } from "./folder.js";
import { type Entry } from "./manifest.js";
import { type Matches } from "./match-templates.js";

/** @throws FaultsError, which ends with what was left undone, for templates that only an id could tell apart */
export function refuseAmbiguous(
  folder: TemplatesFolder,
  entries: readonly Entry[],
  { ambiguous }: Matches,
  undone: string,
): void {
  const faults = entries
    .filter((entry) => ambiguous.has(entry))
    .map(({ file, name }) => {
      const several = `Several templates are called ${JSON.stringify(name)}, here or in the workspace`;
      return folderFinding(folder, file, `${several}; give one another name, or write its id into irs.json.`);
    });
  if (faults.length > 0) throw new FaultsError(faults, undone);
}
