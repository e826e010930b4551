/** A template store in memory, with the same conditions as the table. */
import type { TemplateHead } from "../../core/templates/template-head.js";
import type {
  PublicTemplateReader,
  StoredTemplate,
  TemplateStore,
  TemplateVersion,
} from "../../core/templates/template-version.js";
import type { ProjectRecord, ProjectStore } from "../../core/templates/project.js";

export interface InMemoryTemplates extends TemplateStore, PublicTemplateReader {
  readonly heads: Map<string, TemplateHead>;
  readonly versions: TemplateVersion[];
  /** When the versions of deleted templates may go, by template. */
  readonly expiresAtMs: Map<string, number>;
}

/** Each template's head follows from its versions. */
export function createInMemoryTemplates(...versions: readonly TemplateVersion[]): InMemoryTemplates {
  const store = emptyStore();
  for (const version of versions) {
    const { id, workspaceId, name, version: number, createdAtMs } = version;
    const known = store.heads.get(id);
    const head = {
      id,
      workspaceId,
      name,
      highestVersion: number,
      revision: number,
      createdAtMs,
      updatedAtMs: createdAtMs,
    };
    if (known === undefined || known.highestVersion < number) store.heads.set(id, head);
    store.versions.push(version);
  }
  return store;
}

function emptyStore(): InMemoryTemplates {
  const heads = new Map<string, TemplateHead>();
  const versions: TemplateVersion[] = [];
  const expiresAtMs = new Map<string, number>();
  const headOf = (workspaceId: string, id: string): TemplateHead | undefined => {
    const head = heads.get(id);
    return head?.workspaceId === workspaceId && !expiresAtMs.has(id) ? head : undefined;
  };
  const findVersion: TemplateStore["findVersion"] = async (workspaceId, id, number) =>
    versions.find((item) => item.id === id && item.version === number && item.workspaceId === workspaceId);

  return {
    heads,
    versions,
    expiresAtMs,
    findVersion,
    findPublic: async (id, wanted) => {
      const head = heads.get(id);
      if (head === undefined || expiresAtMs.has(id)) return undefined;
      const version = await findVersion(head.workspaceId, id, wanted === "highest" ? head.highestVersion : wanted);
      return version === undefined ? undefined : { head, version };
    },
    find: async (workspaceId, id, wanted): Promise<StoredTemplate | undefined> => {
      const head = headOf(workspaceId, id);
      if (head === undefined) return undefined;
      const version = await findVersion(workspaceId, id, wanted === "highest" ? head.highestVersion : wanted);
      return version === undefined ? undefined : { head, version };
    },
    create: async ({ head, version }) => {
      if (heads.has(head.id)) return false;
      heads.set(head.id, head);
      versions.push(version);
      return true;
    },
    update: async (head, expectedRevision, next) => {
      if (headOf(head.workspaceId, head.id)?.revision !== expectedRevision) return false;
      heads.set(head.id, head);
      if (next !== undefined) versions.push(next);
      return true;
    },
    remove: async (workspaceId, id, times) => {
      if (headOf(workspaceId, id) === undefined) return false;
      expiresAtMs.set(id, times.forgetAtMs);
      return true;
    },
    listVersions: async (workspaceId, id, limit) =>
      headOf(workspaceId, id) === undefined
        ? undefined
        : versions
            .filter((item) => item.id === id)
            .sort((a, b) => b.version - a.version)
            .slice(0, limit)
            .map(({ version, createdAtMs, document }) => ({
              version,
              createdAtMs,
              bytes: Buffer.byteLength(document),
            })),
    listPage: async (workspaceId, limit, from) => {
      // Ties come the wrong way round, since a store orders them as it likes.
      const all = [...heads.values()]
        .filter(({ id }) => headOf(workspaceId, id) !== undefined)
        .sort((a, b) => b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? 1 : -1));
      const start = typeof from?.start === "number" ? from.start : 0;
      const end = start + limit;
      return { templates: all.slice(start, end), next: end < all.length ? { start: end } : undefined };
    },
  };
}

export function createInMemoryProjects(...projects: readonly ProjectRecord[]): ProjectStore {
  const items = [...projects];
  return {
    find: async (workspaceId, id) => items.find((item) => item.id === id && item.workspaceId === workspaceId),
    list: async (workspaceId) => items.filter((item) => item.workspaceId === workspaceId),
    put: async (project) => void items.push(project),
  };
}
