/** Finds the template that a request names. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { StoredTemplate, TemplateStore } from "./template-version.js";

const idSchema = z.uuid();

/**
 * @param id the ID in the request, which need not be a UUID
 * @throws ServiceError `NOT_FOUND` if the workspace has no such template or version
 */
export async function requireTemplate(
  store: Pick<TemplateStore, "find">,
  workspaceId: string,
  id: string,
  version: number | "highest",
): Promise<StoredTemplate> {
  const stored = await store.find(workspaceId, parseTemplateId(id), version);
  if (stored === undefined) throw notFound(id, version);
  return stored;
}

/** Returns the ID in lower case, as it is stored. @throws ServiceError `NOT_FOUND` if it is not a UUID. */
export function parseTemplateId(id: string): string {
  if (!idSchema.safeParse(id).success) throw noSuchTemplate();
  return id.toLowerCase();
}

export function noSuchTemplate(): ServiceError {
  return new ServiceError("NOT_FOUND", "There is no such template in this workspace.");
}

function notFound(id: string, version: number | "highest"): ServiceError {
  const wanted = version === "highest" ? "template" : `version ${version} of template`;
  return new ServiceError("NOT_FOUND", `There is no ${wanted} ${id} in this workspace.`);
}
