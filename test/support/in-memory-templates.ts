/** Templates and projects in memory, with the same conditions as the tables. */
import type { ProjectRecord, ProjectStore } from "../../core/templates/project.js";
import { type ListedTemplate, listedTemplateSchema, type TemplateHead } from "../../core/templates/template-head.js";
import type {
  PublicTemplateReader,
  StoredTemplate,
  TemplateCursor,
  TemplatePage,
  TemplateStore,
  TemplateVersion,
} from "../../core/templates/template-version.js";

import { createInMemoryRecords, type InMemoryRecords } from "./in-memory-records.js";

export interface InMemoryTemplates extends TemplateStore, PublicTemplateReader {
  readonly heads: Map<string, TemplateHead>;
  readonly versions: TemplateVersion[];
  /** The time when the versions of deleted templates expire, by template ID. */
  readonly expiresAtMs: Map<string, number>;
  readonly deletedAtMs: Map<string, number>;
  readonly records: InMemoryRecords;
}

/** Creates the store. The heads are derived from the versions. */
export function createInMemoryTemplates(...versions: readonly TemplateVersion[]): InMemoryTemplates {
  const state: State = {
    ...{ heads: new Map(), versions: [], expiresAtMs: new Map(), deletedAtMs: new Map() },
    records: createInMemoryRecords(),
  };
  for (const version of versions) {
    const { id, workspaceId, name, version: number, createdAtMs } = version;
    const known = state.heads.get(id);
    const times = { createdAtMs, updatedAtMs: createdAtMs };
    const head = { id, workspaceId, name, highestVersion: number, revision: number, ...times };
    if (known === undefined || known.highestVersion < number) state.heads.set(id, head);
    state.versions.push(version);
  }
  return { ...state, ...readsOf(state), ...listsOf(state), ...writesOf(state) };
}

type State = Pick<InMemoryTemplates, "heads" | "versions" | "expiresAtMs" | "deletedAtMs" | "records">;

function headOf({ heads, expiresAtMs }: State, workspaceId: string, id: string): TemplateHead | undefined {
  const head = heads.get(id);
  return head?.workspaceId === workspaceId && !expiresAtMs.has(id) ? head : undefined;
}

function readsOf(state: State): Pick<InMemoryTemplates, "find" | "findVersion" | "findPublic"> {
  const { heads, versions } = state;
  const findVersion: TemplateStore["findVersion"] = async (workspaceId, id, number) =>
    versions.find((item) => item.id === id && item.version === number && item.workspaceId === workspaceId);
  const find: TemplateStore["find"] = async (workspaceId, id, wanted): Promise<StoredTemplate | undefined> => {
    const head = headOf(state, workspaceId, id);
    if (head === undefined) return undefined;
    const version = await findVersion(workspaceId, id, wanted === "highest" ? head.highestVersion : wanted);
    return version === undefined ? undefined : { head, version };
  };
  return {
    find,
    findVersion,
    findPublic: async (id, wanted) => await find(heads.get(id)?.workspaceId ?? "", id, wanted),
  };
}

function listsOf(state: State): Pick<InMemoryTemplates, "listVersions" | "listPage" | "listDeletedPage"> {
  const { heads, versions } = state;
  return {
    listVersions: async (workspaceId, id, limit) =>
      headOf(state, workspaceId, id) === undefined
        ? undefined
        : versions
            .filter((item) => item.id === id)
            .sort((a, b) => b.version - a.version)
            .slice(0, limit)
            .map(({ version, createdAtMs, document, note }) => ({
              version,
              createdAtMs,
              bytes: Buffer.byteLength(document),
              ...(note !== undefined && { note }),
            })),

    listPage: async (workspaceId, limit, from) => {
      // Templates with the same time are in descending order of IDs, because a store can return them in any order.
      const all = [...heads.values()]
        .filter(({ id }) => headOf(state, workspaceId, id) !== undefined)
        .sort((a, b) => b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? 1 : -1))
        .map((head) => listedTemplateSchema.parse(head));
      return pageOf(all, limit, from);
    },

    listDeletedPage: async (workspaceId, limit, from) => {
      const all = [...state.deletedAtMs]
        .flatMap(([id, updatedAtMs]) => {
          const head = heads.get(id);
          return head?.workspaceId === workspaceId ? [listedTemplateSchema.parse({ ...head, updatedAtMs })] : [];
        })
        .sort((a, b) => b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? 1 : -1));
      return pageOf(all, limit, from);
    },
  };
}

function pageOf(all: readonly ListedTemplate[], limit: number, from: TemplateCursor | undefined): TemplatePage {
  const start = typeof from?.start === "number" ? from.start : 0;
  const end = start + limit;
  return { templates: all.slice(start, end), next: end < all.length ? { start: end } : undefined };
}

function writesOf(state: State): Pick<InMemoryTemplates, "create" | "update" | "remove" | "restore"> {
  const { heads, versions, expiresAtMs, deletedAtMs, records } = state;
  return {
    create: async ({ head, version }, record) => {
      if (record !== undefined && !records.isFree(record.id, head.createdAtMs)) return "recorded";
      if (heads.has(head.id)) return "exists";
      if (record !== undefined) records.items.set(record.id, record);
      heads.set(head.id, head);
      versions.push(version);
      return "created";
    },

    update: async (head, expectedRevision, next) => {
      const isTaken = versions.some(({ id, version }) => id === next?.id && version === next.version);
      if (isTaken || headOf(state, head.workspaceId, head.id)?.revision !== expectedRevision) return false;
      heads.set(head.id, head);
      if (next !== undefined) versions.push(next);
      return true;
    },

    remove: async (workspaceId, id, times) => {
      if (headOf(state, workspaceId, id) === undefined) return false;
      expiresAtMs.set(id, times.forgetAtMs);
      deletedAtMs.set(id, times.nowMs);
      return true;
    },

    restore: async (workspaceId, id, { nowMs, keptMs }) => {
      const head = heads.get(id);
      if (head?.workspaceId !== workspaceId) return "missing";
      const deletedAt = deletedAtMs.get(id);
      if (deletedAt === undefined) return "in-use";
      if (nowMs >= deletedAt + keptMs) return "expired";
      for (const marks of [expiresAtMs, deletedAtMs]) marks.delete(id);
      heads.set(id, { ...head, revision: head.revision + 2, updatedAtMs: nowMs });
      return "restored";
    },
  };
}

export function createInMemoryProjects(...projects: readonly ProjectRecord[]): ProjectStore {
  const items = [...projects];
  const records = createInMemoryRecords();
  const find: ProjectStore["find"] = async (workspaceId, id) =>
    items.find((item) => item.id === id && item.workspaceId === workspaceId);
  return {
    find,
    list: async (workspaceId) => items.filter((item) => item.workspaceId === workspaceId),
    put: async (project, record) => {
      records.requireFree(record);
      if ((await find(project.workspaceId, project.id)) !== undefined) throw new Error(`${project.id} exists.`);
      records.keep(record);
      items.push(project);
    },
  };
}
