import { RotateCcw, Trash2 } from "lucide";
import { Button } from "../../components/button.js";
import { Icon } from "../../components/icon.js";
import { RelativeTime } from "../../components/relative-time.js";
import { ErrorNotice } from "../../components/states.js";
import { formatDay } from "../../messages/format.js";
import { templates as texts } from "../../messages/en/templates.js";
import { useAction } from "../../service/use-action.js";
import { hasScope } from "../../session/session.js";
import { restoreTemplate } from "./service/template-actions.js";
import type { ListedTemplate } from "./service/template-routes.js";

/** A deleted template in the gallery. Its picture is not shown, because the service does not draw deleted templates. */
export function DeletedCard({ template }: { readonly template: ListedTemplate }) {
  const { name, version, deletedAt, expiresAt } = template;
  const restoration = useAction(() => restoreTemplate(template));
  const needed = hasScope("templates") ? undefined : texts.needsScope("templates");
  return (
    <li class="template-card deleted-card">
      <div class="picture quiet">
        <Icon of={Trash2} size={24} />
      </div>
      <span class="template-name" dir="auto" title={name}>
        {name}
      </span>
      <p class="quiet">
        {texts.version(version)}
        {deletedAt !== undefined && (
          <>
            {` · ${texts.deleted.at} `}
            <RelativeTime at={deletedAt} />
          </>
        )}
      </p>
      {expiresAt !== undefined && <p class="quiet">{texts.deleted.until(formatDay(expiresAt))}</p>}
      <Button
        icon={RotateCcw}
        attributes={{ "aria-label": texts.deleted.restoreName(name) }}
        {...(needed !== undefined && { title: needed })}
        isDisabled={needed !== undefined}
        isBusy={restoration.isRunning}
        onClick={() => void restoration.run()}
      >
        {texts.deleted.restore}
      </Button>
      {restoration.error !== undefined && <ErrorNotice what={texts.failed.restore(name)} error={restoration.error} />}
    </li>
  );
}
