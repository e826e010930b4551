import { RelativeTime } from "../../components/relative-time.js";
import { Skeleton } from "../../components/states.js";
import { templates as texts } from "../../messages/en/templates.js";
import { pathTo } from "../../router/location.js";
import type { ListedTemplate } from "./service/template-routes.js";
import { TemplateMenu } from "./template-menu.js";
import { TemplatePicture } from "./template-picture.js";

interface TemplateCardProps {
  readonly template: ListedTemplate;
  /** Whether the card shows the project, because the list has several. */
  readonly hasProject: boolean;
}

/** A template in the gallery. */
export function TemplateCard({ template, hasProject }: TemplateCardProps) {
  const { id, name, version, updatedAt, projectName } = template;
  return (
    <li class="template-card" data-card>
      <a href={pathTo("templates", id)} data-card-link title={name}>
        <TemplatePicture id={id} version={version} alt="" />
        <span class="template-name" dir="auto">
          {name}
        </span>
      </a>
      <div class="template-facts quiet">
        <span class="template-when">
          {texts.version(version)} · <RelativeTime at={updatedAt} />
          {hasProject && " ·"}
        </span>
        {hasProject && (
          <bdi class="template-project truncate" dir="auto" title={projectName}>
            {projectName}
          </bdi>
        )}
        <TemplateMenu template={template} />
      </div>
    </li>
  );
}

/** The place of a template that is still loading. */
export function TemplateCardSkeleton() {
  return (
    <li class="template-card" aria-hidden="true">
      <div class="picture" />
      <span class="template-name">
        <Skeleton width="60%" height="14px" />
      </span>
      <div class="template-facts">
        <Skeleton width="40%" height="12px" />
      </div>
    </li>
  );
}
