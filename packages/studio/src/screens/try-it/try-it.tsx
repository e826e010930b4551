import { OUTPUT_FORMATS } from "@image-render/client/formats";
import type { LayerSchema } from "@image-render/client";
import { Code, Table2 } from "lucide";
import { useMemo, useRef } from "preact/hooks";
import { Button } from "../../components/button.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { tryIt as texts } from "../../messages/en/try-it.js";
import { templates } from "../../messages/en/templates.js";
import { navigate, pathTo } from "../../router/location.js";
import type { PageProps } from "../../router/page-props.js";
import { irs } from "../../service/irs.js";
import { useResource } from "../../service/use-resource.js";
import { hasScope } from "../../session/session.js";
import { useCommands } from "../../shell/commands.js";
import { TemplateHead } from "../templates/template-head.js";
import { ContentsForm } from "./form/contents-form.js";
import { formOf } from "./form/form-model.js";
import { isChanged, NO_VALUES } from "./form/values.js";
import { OutputBar } from "./preview/output-bar.js";
import { PreviewPane } from "./preview/preview-pane.js";
import { usePreview } from "./preview/use-preview.js";
import { contentsOf, outputOf } from "./request/request-of.js";
import { messagesOf, warningsByLayer } from "./request/messages-of.js";
import { RenderButton } from "./render/render-button.js";
import { useRender } from "./render/use-render.js";
import { Share } from "./share/share.js";
import { useDraft } from "./use-draft.js";
import "./try-it.css";

/** A form for a template, with its picture beside it. */
export function TryIt({ parameters: { id = "" } }: PageProps) {
  const { data, error, reload } = useResource(`templates/schema/${id}`, (signal) =>
    irs.templates.schema(id, { signal }),
  );
  if (data === undefined) {
    return (
      <>
        <TemplateHead id={id} name={undefined} />
        {error === undefined ? (
          <div class="try-it">
            <Skeleton height="420px" />
            <Skeleton height="420px" />
          </div>
        ) : (
          <ErrorNotice what={texts.templateFailed} error={error} onRetry={() => void reload()} />
        )}
      </>
    );
  }
  return <Workbench key={id} schema={data} />;
}

function Workbench({ schema }: { readonly schema: LayerSchema }) {
  const { id, name, width, height } = schema;
  const form = useMemo(() => formOf(schema), [schema]);
  const [draft, setDraft] = useDraft(id);
  const { values, output } = draft;
  const contents = useMemo(() => contentsOf(form, values), [form, values]);
  const canPreview = hasScope("templates");
  const preview = usePreview(canPreview ? { id, size: { width, height }, contents, output } : undefined);
  const render = useRender();
  // The section is below a form that can be long, so that nobody would find it.
  const share = useRef<HTMLHeadingElement>(null);
  const request = { template: id, ...outputOf(output), ...contents };
  const layerNames = form.layers.map((layer) => layer.name);
  const errors = messagesOf([preview.error, render.error], layerNames);
  const start = (): void => {
    if (hasScope("render")) render.start(request);
  };
  const batch = `${pathTo("batches", "new")}?template=${id}`;
  useCommands(
    () => [
      { label: texts.render, run: start },
      { label: templates.actions.batch, run: () => navigate(batch) },
    ],
    [JSON.stringify(request)],
  );
  const reset = (): void => {
    setDraft({ ...draft, values: NO_VALUES });
    toast(texts.resetDone, () => setDraft(draft));
  };
  return (
    <div onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === "Enter" && start()}>
      <TemplateHead id={id} name={name}>
        {isChanged(values) && <Button onClick={reset}>{texts.resetAll}</Button>}
        <span class="show-use">
          <Button icon={Code} onClick={() => share.current?.focus()}>
            {texts.showUse}
          </Button>
        </span>
        {hasScope("render") && (
          <Button icon={Table2} href={batch}>
            {templates.actions.batch}
          </Button>
        )}
        <RenderButton render={render} onStart={start} />
      </TemplateHead>
      <div class="try-it">
        <div class="try-it-side">
          <PreviewPane
            name={name}
            size={{ width: width * output.scale, height: height * output.scale }}
            preview={preview}
            format={output.format}
            errors={errors.filter(({ place }) => place === undefined)}
            canPreview={canPreview}
          />
          <OutputBar
            output={output}
            onChange={(changed) => setDraft({ ...draft, output: changed })}
            bytes={OUTPUT_FORMATS[output.format].isShownByBrowsers ? preview.bytes : undefined}
          />
        </div>
        <div class="try-it-form">
          <ContentsForm
            form={form}
            values={values}
            onChange={(changed) => setDraft({ ...draft, values: changed })}
            errors={errors}
            warnings={warningsByLayer(preview.warnings)}
          />
        </div>
      </div>
      <Share title={share} request={request} name={name} size={{ width, height }} />
    </div>
  );
}
