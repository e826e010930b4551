/**
 * Loads each template once per request. Items of a list often name the same template, and must get the same version.
 * Reading and checking its document takes longer than checking an item against it.
 */
import { type LoadedTemplate, loadTemplate } from "./load-template.js";
import type { TemplateStore } from "./template-version.js";

/** Like `loadTemplate`, but with a fixed store. */
export type LoadTemplate = (
  workspaceId: string,
  templateId: string,
  version: number | undefined,
) => Promise<LoadedTemplate>;

/** The cache that the items of one request share. */
export interface WithTemplateCache {
  readonly loadTemplate: LoadTemplate;
}

export function withTemplateCache<D extends { readonly templates: Pick<TemplateStore, "find"> }>(
  dependencies: D,
): D & WithTemplateCache {
  const loaded = new Map<string, Promise<LoadedTemplate>>();
  const load: LoadTemplate = (workspaceId, templateId, version) => {
    const key = `${templateId} ${version}`;
    const loading = loaded.get(key) ?? loadTemplate(dependencies.templates, workspaceId, templateId, version);
    loaded.set(key, loading);
    return loading;
  };
  return { ...dependencies, loadTemplate: load };
}
