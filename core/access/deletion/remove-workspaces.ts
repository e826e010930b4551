/** Removes everything of the workspaces whose deletion has started. */
import type { Log } from "../../shared/log.js";
import type { EdgeCopies } from "../../shared/edge-copies.js";
import { BUCKET_PREFIXES } from "../../deployment/storage-layout.js";
import { CONTENT_KINDS, type Deletion, NEXT_PASS_MS } from "./deletion.js";
import type { DeletionStore, WorkspaceContents, WorkspaceInDeletion } from "./ports.js";

export interface RemoveWorkspacesDependencies {
  readonly deletions: Pick<DeletionStore, "list" | "save" | "finish">;
  readonly contents: WorkspaceContents;
  readonly edge: EdgeCopies;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * The paths of all pictures that the edge can have copies of: the paths of requests, and the keys that the edge
 * function derives from them. A path with a wildcard costs as much as one picture. Afterwards, the edge fetches the
 * pictures of other workspaces from the bucket again.
 */
const ALL_COPIES = [
  `/${BUCKET_PREFIXES.signedPictures}*`,
  `/${BUCKET_PREFIXES.pictures}*`,
  "/api/v1/img/*",
  "/api/v1/renders/*",
] as const;

/** Runs until nothing is due, or until `untilMs`. Saves its progress after each page. */
export async function removeWorkspaces(dependencies: RemoveWorkspacesDependencies, untilMs: number): Promise<void> {
  const { deletions, now } = dependencies;
  for (const workspace of await deletions.list()) {
    if (workspace.deletion.dueAtMs > now()) continue;
    await removeUntil(dependencies, workspace, untilMs);
    if (now() >= untilMs) return;
  }
}

async function removeUntil(
  dependencies: RemoveWorkspacesDependencies,
  first: WorkspaceInDeletion,
  untilMs: number,
): Promise<void> {
  const { deletions, now, log } = dependencies;
  let workspace = first;
  const { id } = workspace;
  while (now() < untilMs) {
    const passIsDone = workspace.deletion.kind >= CONTENT_KINDS.length;
    const deletion = passIsDone
      ? await endPass(dependencies, workspace.deletion)
      : await removeNextPage(dependencies, workspace);
    if (deletion === undefined) {
      await deletions.finish(id);
      log.info("A workspace has been removed.", { removedWorkspaceId: id, passes: workspace.deletion.pass });
      return;
    }
    // Two runs at the same time do no harm, but the second one need not continue.
    if (!(await deletions.save(workspace, deletion))) return;
    workspace = { ...workspace, deletion, revision: workspace.revision + 1 };
    if (deletion.dueAtMs > now()) return;
  }
}

async function removeNextPage(
  { contents }: RemoveWorkspacesDependencies,
  { id, deletion }: WorkspaceInDeletion,
): Promise<Deletion> {
  const { position, ...rest } = deletion;
  const kind = CONTENT_KINDS[deletion.kind];
  if (kind === undefined) throw new Error(`There is no kind ${deletion.kind} of contents.`);
  const { keyHashes, keyIds } = deletion;
  const page = await contents.removePage(kind, { id, keyHashes, keyIds }, position);
  const sums = { removed: deletion.removed + page.removed, left: deletion.left + page.left };
  return page.next === undefined
    ? { ...rest, ...sums, kind: deletion.kind + 1 }
    : { ...rest, ...sums, position: page.next };
}

/** Resolves to the start of the next pass, or to `undefined` if the deletion has ended. */
async function endPass(
  { edge, now, log }: RemoveWorkspacesDependencies,
  { pass, removed, left, ...deletion }: Deletion,
): Promise<Deletion | undefined> {
  log.info("A pass over the contents of a deleted workspace has ended.", { pass, removed, left });
  // Do this after the files are gone. Otherwise, the edge could fetch them again.
  if (removed > 0) await edge.invalidate(ALL_COPIES);
  if (pass > 1 && removed === 0 && left === 0) return undefined;
  return { ...deletion, pass: pass + 1, kind: 0, removed: 0, left: 0, dueAtMs: now() + NEXT_PASS_MS };
}
