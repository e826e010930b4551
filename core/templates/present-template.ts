/** Templates as responses show them. */
import type { TemplateBody, TemplateSummary } from "../contract/templates-api.js";
import { documentWarnings } from "./check-document.js";
import type { ProjectName } from "./default-project.js";
import type { ListedTemplate } from "./template-head.js";
import type { StoredTemplate } from "./template-version.js";

export function presentTemplateSummary(template: ListedTemplate, project: ProjectName): TemplateSummary {
  const { id, name, description = "", highestVersion, createdAtMs, updatedAtMs } = template;
  return {
    id,
    name,
    description,
    projectId: project.id,
    projectName: project.name,
    version: highestVersion,
    createdAt: new Date(createdAtMs).toISOString(),
    updatedAt: new Date(updatedAtMs).toISOString(),
  };
}

/** A template version, with its document as the author sent it. */
export function presentTemplate({ head, version }: StoredTemplate, project: ProjectName): TemplateBody {
  const document = JSON.parse(version.document) as TemplateBody["document"];
  const warnings = documentWarnings(document);
  return {
    ...presentTemplateSummary(head, project),
    version: version.version,
    ...(warnings.length > 0 && { warnings }),
    document,
  };
}
