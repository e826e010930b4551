/**
 * Reads the data that a signed image is rendered from: its template version, and the plan of the workspace that pays
 * for it.
 */
import { LRUCache } from "lru-cache";
import type { Workspace, WorkspaceStore } from "../access/workspace.js";
import type { Plan, Plans } from "../contract/plans.js";
import { type LoadedTemplate, loadPublicTemplate } from "../templates/load-template.js";
import type { PublicTemplateReader } from "../templates/template-version.js";

export interface ImageSource {
  readonly template: LoadedTemplate;
  readonly workspaceId: string;
  readonly planName: string;
  readonly plan: Plan;
}

export interface ImageSourceDependencies {
  readonly templates: PublicTemplateReader;
  readonly workspaces: Pick<WorkspaceStore, "find">;
  readonly plans: Plans;
}

/**
 * @param version `undefined` means the highest version
 * @throws ServiceError `NOT_FOUND`, and `VALIDATION_ERROR` if the current rules refuse the stored document.
 */
export type LoadImageSource = (templateId: string, version: number | undefined) => Promise<ImageSource>;

/** The number of templates whose workspace an instance remembers. */
const REMEMBERED_OWNERS = 10_000;

/**
 * Create one per function instance. It remembers which workspace a template belongs to, so that it can read the
 * template and the workspace at the same time. The workspace itself is read each time, because its plan can change.
 */
export function createLoadImageSource({ templates, workspaces, plans }: ImageSourceDependencies): LoadImageSource {
  const owners = new LRUCache<string, string>({ max: REMEMBERED_OWNERS });

  return async (templateId, version) => {
    const remembered = owners.get(templateId);
    const [{ template, workspaceId }, early] = await Promise.all([
      loadPublicTemplate(templates, templateId, version),
      remembered === undefined ? undefined : workspaces.find(remembered),
    ]);
    owners.set(templateId, workspaceId);
    const workspace = early?.id === workspaceId ? early : await workspaces.find(workspaceId);
    return { template, workspaceId, ...planOf(plans, workspaceId, workspace) };
  };
}

function planOf(plans: Plans, workspaceId: string, workspace: Workspace | undefined) {
  if (workspace === undefined)
    throw new Error(`The template belongs to workspace ${workspaceId}, which does not exist.`);
  const plan = plans[workspace.plan];
  if (plan === undefined) {
    throw new Error(`Workspace ${workspaceId} has the plan ${workspace.plan}, which the settings do not define.`);
  }
  return { plan, planName: workspace.plan };
}
