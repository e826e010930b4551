import { beforeEach, describe, expect, test } from "@jest/globals";
import { deleteWorkspace } from "../../../core/access/deletion/delete-workspace.js";
import { CONTENT_KINDS, type ContentKind, NEXT_PASS_MS } from "../../../core/access/deletion/deletion.js";
import type { DeletionStore, WorkspaceInDeletion } from "../../../core/access/deletion/ports.js";
import { removeWorkspaces } from "../../../core/access/deletion/remove-workspaces.js";
import type { Workspace } from "../../../core/access/workspace.js";
import type { Scope } from "../../../core/contract/scopes.js";

const ID = "c2d9e610-3b7f-4c58-a14d-6f0b8e93d572";
const OPERATOR = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
const START_MS = Date.UTC(2026, 10, 1);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const workspaceWith = (scopes: readonly Scope[], revision = 1): Workspace => ({
  ...{ id: ID, name: "Shop", plan: "free", createdAtMs: START_MS, revision },
  keys: [{ hash: "a".repeat(64), keyId: OPERATOR, name: "Key", scopes: [...scopes], createdAtMs: START_MS }],
});

let nowMs: number;
let stored: Workspace | undefined;
/** The number of items on each page, by kind. */
let pages: Partial<Record<ContentKind, number[]>>;
/** Items that a renderer works on. */
let busy: number;
let invalidated: number;
let requested: unknown[];

beforeEach(() => {
  [nowMs, stored, pages, busy, invalidated, requested] = [START_MS, undefined, {}, 0, 0, []];
});

const deletions: DeletionStore = {
  start: async (before, deletion) => {
    if (stored?.revision !== before.revision) return false;
    stored = { ...before, keys: [], deletion, revision: before.revision + 1 };
    return true;
  },
  list: async () => (stored?.deletion === undefined ? [] : [stored as WorkspaceInDeletion]),
  save: async (before, deletion) => {
    if (stored?.revision !== before.revision) return false;
    stored = { ...before, deletion, revision: before.revision + 1 };
    return true;
  },
  finish: async () => {
    stored = undefined;
  },
};

const start = async (caller = OPERATOR) => {
  const workspaces = { find: async (id: string) => (id === ID ? stored : undefined) };
  const removals = { publish: async (request: unknown) => void requested.push(request) };
  const dependencies = { workspaces, deletions, removals, now: () => nowMs };
  return await deleteWorkspace(dependencies, { workspaceId: caller }, ID, { log, requestId: "r" });
};

/** Runs the remover. Each page takes a second. */
const run = async (seconds = 600) => {
  const contents = {
    removePage: async (kind: ContentKind, _workspace: unknown, position = "0") => {
      nowMs += 1_000;
      const list = pages[kind] ?? [];
      const removed = list[Number(position)] ?? 0;
      const left = kind === "jobs" ? busy : 0;
      list[Number(position)] = 0;
      const next = Number(position) + 1;
      return { removed, left, ...(next < list.length && { next: String(next) }) };
    },
  };
  const edge = { invalidate: async () => void (invalidated += 1) };
  const dependencies = { deletions, contents, edge, log, now: () => nowMs };
  await removeWorkspaces(dependencies, nowMs + seconds * 1_000);
};

describe("the deletion of a workspace", () => {
  test("a deletion removes the keys at once, and keeps their hashes and IDs for later passes", async () => {
    stored = workspaceWith(["admin"]);
    expect(await start()).toMatchObject({ keys: [], deletion: { pass: 1, startedAtMs: START_MS } });
    expect(stored).toMatchObject({ keys: [], deletion: { keyHashes: ["a".repeat(64)], keyIds: [OPERATOR] } });
    expect(requested).toEqual([{ workspaceId: ID, requestId: "r" }]);
    await start();
    expect(requested).toHaveLength(1);
  });

  test("a workspace with an operator's key, and an unknown workspace, cannot be deleted", async () => {
    stored = workspaceWith(["admin", "operator"]);
    await expect(start()).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    stored = workspaceWith(["admin"]);
    await expect(start(ID)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    stored = undefined;
    await expect(start()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a pass removes every page of every kind, and the deletion ends after a later pass that finds nothing", async () => {
    stored = workspaceWith(["admin"]);
    pages = { templates: [3], jobs: [100, 100, 7], files: [1] };
    await start();
    await run();
    expect(stored).toMatchObject({ deletion: { pass: 2, kind: 0, removed: 0, dueAtMs: nowMs + NEXT_PASS_MS } });
    expect(pages).toEqual({ templates: [0], jobs: [0, 0, 0], files: [0] });
    expect(invalidated).toBe(1);
    await run();
    expect(stored).toMatchObject({ deletion: { pass: 2 } });
    nowMs += NEXT_PASS_MS;
    await run();
    expect(stored).toBeUndefined();
    expect(invalidated).toBe(1);
  });

  test("a pass that had to leave a job, or found something late, is followed by another one", async () => {
    stored = workspaceWith(["admin"]);
    await start();
    await run();
    busy = 1;
    nowMs += NEXT_PASS_MS;
    await run();
    expect(stored).toMatchObject({ deletion: { pass: 3 } });
    busy = 0;
    pages = { signedImages: [1] };
    nowMs += NEXT_PASS_MS;
    await run();
    expect(stored).toMatchObject({ deletion: { pass: 4 } });
    expect(invalidated).toBe(1);
    nowMs += NEXT_PASS_MS;
    await run();
    expect(stored).toBeUndefined();
  });

  test("a run stops when its time has come, and the next one continues at the next page", async () => {
    stored = workspaceWith(["admin"]);
    pages = { jobs: [10, 10, 10, 10] };
    await start();
    const kindsBefore = CONTENT_KINDS.indexOf("jobs");
    await run(kindsBefore + 2);
    expect(stored).toMatchObject({ deletion: { pass: 1, kind: kindsBefore, position: "2", removed: 20 } });
    await run(1);
    expect(stored).toMatchObject({ deletion: { position: "3", removed: 30 } });
    await run();
    expect(stored).toMatchObject({ deletion: { pass: 2 } });
    expect(pages.jobs).toEqual([0, 0, 0, 0]);
  });
});
