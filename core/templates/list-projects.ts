/** Lists the projects of a workspace. */
import type { ProjectRecord, ProjectStore } from "./project.js";

/** Sorted by name in English order. Projects with the same name are sorted by age. */
export async function listProjects(
  projects: Pick<ProjectStore, "list">,
  workspaceId: string,
): Promise<readonly ProjectRecord[]> {
  const { compare } = new Intl.Collator("en", { numeric: true });
  const found = await projects.list(workspaceId);
  return found.toSorted((a, b) => compare(a.name, b.name) || a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
}
