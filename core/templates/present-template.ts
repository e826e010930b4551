/** Templates as responses show them. */
import { FIRST_EDITION } from "@image-render/engine/document";
import type { TemplateBody, TemplateSummary } from "../contract/templates-api.js";
import { documentWarnings } from "./check-document.js";
import type { ProjectName } from "./default-project.js";
import type { ListedTemplate } from "./template-head.js";
import { restorableUntilMs } from "./restore-template.js";
import type { StoredTemplate, TemplateVersion } from "./template-version.js";

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

/** Returns a deleted template whose `updatedAtMs` is the time of its deletion. */
export function presentDeletedTemplate(template: ListedTemplate, project: ProjectName): TemplateSummary {
  const { updatedAtMs } = template;
  return {
    ...presentTemplateSummary(template, project),
    deletedAt: new Date(updatedAtMs).toISOString(),
    expiresAt: new Date(restorableUntilMs(updatedAtMs)).toISOString(),
  };
}

/** Returns a template version, with its document as the author sent it. */
export function presentTemplate({ head, version }: StoredTemplate, project: ProjectName): TemplateBody {
  return presentVersion(presentTemplateSummary(head, project), version);
}

/** Returns a template version, with a summary of its template as it is now or was earlier. */
export function presentVersion(summary: TemplateSummary, version: TemplateVersion): TemplateBody {
  const document = JSON.parse(version.document) as TemplateBody["document"];
  const warnings = documentWarnings(document);
  return {
    ...summary,
    version: version.version,
    edition: version.edition ?? FIRST_EDITION,
    ...(warnings.length > 0 && { warnings }),
    document,
  };
}
