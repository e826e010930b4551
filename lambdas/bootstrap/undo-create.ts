/**
 * Undoes a first deployment that failed, so that CloudFormation can delete what it created: it deletes only empty buckets and
 * tables without deletion protection.
 */
import { firstWorkspaceId } from "../../core/access/bootstrap-workspace.js";
import { isFailedCreate } from "./custom-resource.js";

export interface DeletedResource {
  readonly physicalResourceId: string;
  /** What the ID of the first workspace derives from. */
  readonly deploymentId: string;
  /** Whether the stack uses data of another stack (`adoptData`). */
  readonly hasAdoptedData: boolean;
}

export interface UndoDependencies {
  /** Whether CloudFormation has ever received the success of a deployment of this data. */
  readonly hasSucceeded: () => Promise<boolean>;
  /** The ID of the first workspace, if there is one yet. */
  readonly firstWorkspace: () => Promise<string | undefined>;
  readonly liftProtection: () => Promise<void>;
  /** Removes the web pages, which are all objects that a deployment writes. */
  readonly removeSite: () => Promise<void>;
}

/** Does nothing unless it is certain that no deployment of this data has ever succeeded. Resolves to whether it did something. */
export async function undoCreate(dependencies: UndoDependencies, resource: DeletedResource): Promise<boolean> {
  if (resource.hasAdoptedData || !isFailedCreate(resource.physicalResourceId)) return false;
  // After `--no-rollback`, CloudFormation deletes the failed create when the next one has succeeded.
  if (await dependencies.hasSucceeded()) return false;
  const workspaceId = await dependencies.firstWorkspace();
  // Another workspace means that this resource is new in a stack that has data, for example under another logical ID.
  if (workspaceId !== undefined && workspaceId !== firstWorkspaceId(resource.deploymentId)) return false;
  await dependencies.liftProtection();
  await dependencies.removeSite();
  return true;
}
