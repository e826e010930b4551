/**
 * Undoes a first deployment that failed, so that CloudFormation can delete its resources: CloudFormation deletes only
 * empty buckets and tables without deletion protection.
 */
import { firstWorkspaceId } from "../../core/access/bootstrap-workspace.js";
import { isFailedCreate } from "./custom-resource.js";

export interface DeletedResource {
  readonly physicalResourceId: string;
  /** The value that the ID of the first workspace derives from. */
  readonly deploymentId: string;
  /** Whether the stack uses data of another stack (`adoptData`). */
  readonly hasAdoptedData: boolean;
}

export interface UndoDependencies {
  /** Resolves to whether CloudFormation has ever received the success of a deployment of this data. */
  readonly hasSucceeded: () => Promise<boolean>;
  /** Resolves to the ID of the first workspace, if it exists already. */
  readonly firstWorkspace: () => Promise<string | undefined>;
  readonly liftProtection: () => Promise<void>;
  /** Removes the web pages. A deployment writes no other objects. */
  readonly removeSite: () => Promise<void>;
}

/**
 * Undoes the deployment only if it is certain that no deployment of this data has ever succeeded. Resolves to whether
 * it did.
 */
export async function undoCreate(dependencies: UndoDependencies, resource: DeletedResource): Promise<boolean> {
  if (resource.hasAdoptedData || !isFailedCreate(resource.physicalResourceId)) return false;
  // After `--no-rollback`, CloudFormation deletes the failed create when the next one has succeeded.
  if (await dependencies.hasSucceeded()) return false;
  const workspaceId = await dependencies.firstWorkspace();
  // A different workspace means that this resource is new in a stack that already has data, for example under another
  // logical ID.
  if (workspaceId !== undefined && workspaceId !== firstWorkspaceId(resource.deploymentId)) return false;
  await dependencies.liftProtection();
  await dependencies.removeSite();
  return true;
}
