import { ErrorNotice, Skeleton } from "../../../components/states.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import { templates } from "../../../messages/en/templates.js";
import { navigate, pathTo } from "../../../router/location.js";
import { invalidate } from "../../../service/resources.js";
import { useAction } from "../../../service/use-action.js";
import { useResource } from "../../../service/use-resource.js";
import { copyName } from "../service/copy-name.js";
import { copyTemplate, type ListedTemplate, listTemplates } from "../service/template-routes.js";
import { TemplatePicture } from "../template-picture.js";

/** The number of templates that are offered. The gallery duplicates every other one. */
const OFFERED = 24;

/** Begins with a copy of a template. */
export function CopyTemplate() {
  const list = useResource("templates/offered", async (signal) => {
    const { items } = await listTemplates({ sort: "updated" }, 0, signal, OFFERED);
    return items;
  });
  const copying = useAction(async (template: ListedTemplate) => {
    const { id } = await copyTemplate(template.id, copyName(template.name, templates.copyWord));
    invalidate("templates");
    navigate(pathTo("templates", id));
  });
  if (list.data?.length === 0) return null;
  return (
    <section aria-labelledby="from-template">
      <h2 id="from-template">{texts.copy}</h2>
      <p class="quiet">{texts.copyLead}</p>
      {list.error !== undefined && (
        <ErrorNotice what={texts.listFailed} error={list.error} onRetry={() => void list.reload()} />
      )}
      {copying.error !== undefined && <ErrorNotice what={texts.copyFailed} error={copying.error} />}
      <ul class="starter-grid">
        {list.data === undefined && list.error === undefined && <Skeleton height="160px" />}
        {list.data?.map((template) => (
          <li key={template.id}>
            <button type="button" class="starter" onClick={() => void copying.run(template)}>
              <TemplatePicture id={template.id} version={template.version} alt="" />
              <span class="truncate" dir="auto">
                <span class="visually-hidden">{texts.copyAction(template.name)}</span>
                <span aria-hidden="true">{template.name}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
