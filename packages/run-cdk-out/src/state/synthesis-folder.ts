import { createHash } from "node:crypto";
import { isAbsolute, join, relative } from "node:path";

/**
 * Returns the folder for the assembly of a project: in the state folder if that is inside the project, otherwise in the
 * project's default state folder. Functions search the folders above their code for packages that are not bundled, so
 * the assembly must be inside the project.
 */
export function synthesisFolder(projectDir: string, stateDir: string, defaultStateDir: string): string {
  const fromProject = relative(projectDir, stateDir);
  const isInside = !fromProject.startsWith("..") && !isAbsolute(fromProject);
  if (isInside) return join(stateDir, "cdk.out");
  const id = createHash("sha256").update(stateDir).digest("hex").slice(0, 8);
  return join(defaultStateDir, `cdk.out-${id}`);
}
