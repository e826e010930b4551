/** Templates as responses show them. */
import type { TemplateBody, TemplateSummary } from "../contract/templates-api.js";
import { documentWarnings } from "./check-document.js";
import type { ListedTemplate } from "./template-head.js";
import type { StoredTemplate } from "./template-version.js";

export function presentTemplateSummary(template: ListedTemplate, projectName: string | undefined): TemplateSummary {
  const { id, name, description, projectId, highestVersion, createdAtMs, updatedAtMs } = template;
  return {
    id,
    name,
    ...(description !== undefined && { description }),
    ...(projectId !== undefined && { projectId }),
    ...(projectName !== undefined && { projectName }),
    version: highestVersion,
    createdAt: new Date(createdAtMs).toISOString(),
    updatedAt: new Date(updatedAtMs).toISOString(),
  };
}

/** A template version, with its document as the author sent it. */
export function presentTemplate({ head, version }: StoredTemplate, projectName: string | undefined): TemplateBody {
  const document = JSON.parse(version.document) as TemplateBody["document"];
  const warnings = documentWarnings(document);
  return {
    ...presentTemplateSummary(head, projectName),
    version: version.version,
    ...(warnings.length > 0 && { warnings }),
    document,
  };
}
