/** The dependencies of the template use cases, in memory, with a controllable clock and predictable IDs. */
import { createTemplate } from "../../../core/templates/create-template.js";
import { createInMemoryProjects, createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { DOCUMENT, noUploads, OTHER_WORKSPACE, START_MS, WORKSPACE } from "../../support/render-fixture.js";

export const PROJECT = "5d0c9c1e-0b57-4b7a-9a1c-0f2f3a4b5c01";
export const OTHER_PROJECT = "5d0c9c1e-0b57-4b7a-9a1c-0f2f3a4b5c02";

export function createAuthoring() {
  let ids = 0;
  const clock = { nowMs: START_MS };
  return {
    clock,
    templates: createInMemoryTemplates(),
    projects: createInMemoryProjects(
      { id: PROJECT, workspaceId: WORKSPACE, name: "Spring", createdAtMs: START_MS },
      { id: OTHER_PROJECT, workspaceId: OTHER_WORKSPACE, name: "Theirs", createdAtMs: START_MS },
    ),
    checkUploads: noUploads,
    now: () => clock.nowMs,
    newId: () => `7c9e6679-7425-40de-944b-${String((ids += 1)).padStart(12, "0")}`,
  };
}

export type Authoring = ReturnType<typeof createAuthoring>;

/** Stores a template. Resolves to its ID. */
export async function author(authoring: Authoring, name: string, more: { projectId?: string } = {}): Promise<string> {
  return (await createTemplate(authoring, WORKSPACE, { name, document: DOCUMENT, ...more })).head.id;
}

/** The error that a call throws, as `[code, details]`. */
export async function errorOf(call: Promise<unknown>): Promise<unknown[]> {
  try {
    await call;
  } catch (error) {
    const { code, details } = error as { code?: unknown; details?: unknown };
    return [code, details];
  }
  return ["no error"];
}
