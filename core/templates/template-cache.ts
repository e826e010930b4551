/** Reads each template once per request. Items of a list often name the same one, and must get the same version. */
import type { TemplateStore } from "./template-version.js";

export function withTemplateCache<D extends { readonly templates: Pick<TemplateStore, "find"> }>(dependencies: D): D {
  const found = new Map<string, ReturnType<TemplateStore["find"]>>();
  const find: TemplateStore["find"] = (workspaceId, id, version) => {
    const key = `${id} ${version}`;
    const read = found.get(key) ?? dependencies.templates.find(workspaceId, id, version);
    found.set(key, read);
    return read;
  };
  return { ...dependencies, templates: { find } };
}
