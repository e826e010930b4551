/** The ports of the deletion of workspaces. */
import type { RemovalRequest } from "../../contract/events/removal-requested.js";
import type { Workspace } from "../workspace.js";
import type { ContentKind, DeletedWorkspace, Deletion } from "./deletion.js";

/** A workspace with a deletion. */
export type WorkspaceInDeletion = Workspace & { readonly deletion: Deletion };

export interface DeletionStore {
  /**
   * Removes all keys of a workspace and writes its deletion, in one transaction. Resolves to `false`, with no change, if
   * the stored revision is not that of `before`.
   */
  start(before: Workspace, deletion: Deletion): Promise<boolean>;
  /** Lists the workspaces in deletion, oldest first. */
  list(): Promise<readonly WorkspaceInDeletion[]>;
  /** Writes the progress. Resolves to `false`, with no change, if the stored revision is not that of `before`. */
  save(before: WorkspaceInDeletion, deletion: Deletion): Promise<boolean>;
  /** Removes the profile, which is the last item of the workspace. */
  finish(id: string): Promise<void>;
}

export interface RemovedPage {
  /** The number of removed items and files. */
  readonly removed: number;
  /** The number of items that must be removed later, because a renderer is working on them. */
  readonly left: number;
  /** Where the next page starts. Absent after the last page. */
  readonly next?: string;
}

export interface WorkspaceContents {
  /**
   * Removes one page of a kind. A page is at most what one request to the store returns. Removes files before the items
   * that name them, so a page can be repeated after a crash.
   */
  removePage(kind: ContentKind, workspace: DeletedWorkspace, position?: string): Promise<RemovedPage>;
}

export interface RemovalRequests {
  /** Asks the function that removes workspaces to start. */
  publish(request: RemovalRequest): Promise<void>;
}
