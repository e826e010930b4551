/** Sample templates for tests of template stores. */
import { randomUUID } from "node:crypto";
import type { StoredTemplate } from "../../core/templates/template-version.js";
import { DOCUMENT, START_MS, WORKSPACE } from "./render-fixture.js";

/** A new template with its first version. */
export function sampleTemplate(
  more: Partial<StoredTemplate["head"]> = {},
  document = JSON.stringify(DOCUMENT),
): StoredTemplate {
  const times = { createdAtMs: START_MS, updatedAtMs: START_MS };
  const counts = { highestVersion: 1, revision: 1 };
  const head = { id: randomUUID(), workspaceId: WORKSPACE, name: "Card", ...counts, ...times, ...more };
  const { id, workspaceId, name, createdAtMs } = head;
  return { head, version: { id, workspaceId, version: 1, name, document, createdAtMs } };
}

/** The same template after a change of its document. */
export function nextVersion({ head, version }: StoredTemplate, document: string): StoredTemplate {
  const highestVersion = head.highestVersion + 1;
  return {
    head: { ...head, highestVersion, revision: head.revision + 1, updatedAtMs: head.updatedAtMs + 1 },
    version: { ...version, version: highestVersion, document, createdAtMs: head.updatedAtMs + 1 },
  };
}
