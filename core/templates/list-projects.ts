/** Lists the projects of a workspace. */
import { defaultProjectOf, type ProjectName } from "./default-project.js";
import type { ProjectRecord, ProjectStore } from "./project.js";

/** A project, and whether it is the default project of its workspace. Only stored projects have a time of creation. */
export type ListedProject = ProjectName & Partial<Pick<ProjectRecord, "createdAtMs">> & { readonly isDefault: boolean };

/**
 * Returns the default project first, and then the others by name in English order. Projects with the same name are
 * sorted by age.
 */
export async function listProjects(
  projects: Pick<ProjectStore, "list">,
  workspaceId: string,
): Promise<readonly ListedProject[]> {
  const { compare } = new Intl.Collator("en", { numeric: true });
  const found = await projects.list(workspaceId);
  const sorted = found.toSorted(
    (a, b) => compare(a.name, b.name) || a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1),
  );
  return [
    { ...defaultProjectOf(workspaceId), isDefault: true },
    ...sorted.map((project) => ({ ...project, isDefault: false })),
  ];
}
