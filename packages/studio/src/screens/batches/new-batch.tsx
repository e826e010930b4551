import type { LayerSchema } from "@image-render/client";
import { useMemo } from "preact/hooks";
import { PageHead } from "../../components/page-head.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { pages } from "../../messages/en/common.js";
import { newBatch as texts } from "../../messages/en/batches.js";
import { pathTo, query } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { useResource } from "../../service/use-resource.js";
import { formOf } from "../try-it/form/form-model.js";
import { TemplatePicture } from "../templates/template-picture.js";
import { targetsOf } from "./model/targets.js";
import { AddSheet } from "./new/add-sheet.js";
import { ChooseTemplate } from "./new/choose-template.js";
import "./batches.css";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Begins a batch: a template, then a sheet. The page of the sheet does the rest. */
export function NewBatch() {
  const id = query.value.get("template");
  return (
    <div class="batch-page">
      <PageHead title={texts.title} up={{ href: pathTo("batches"), label: pages.batches }} />
      {id !== null && ID.test(id) ? <WithTemplate key={id} id={id} /> : <ChooseTemplate />}
    </div>
  );
}

function WithTemplate({ id }: { readonly id: string }) {
  const { data, error, reload } = useResource(`templates/schema/${id}`, (signal) =>
    irs.templates.schema(id, { signal }),
  );
  if (data === undefined) {
    if (error === undefined) return <Skeleton height="320px" />;
    return (
      <>
        <ErrorNotice what={texts.templateFailed} error={error} onRetry={() => void reload()} />
        <ChooseTemplate />
      </>
    );
  }
  return <SheetFor schema={data} />;
}

function SheetFor({ schema }: { readonly schema: LayerSchema }) {
  const targets = useMemo(() => targetsOf(formOf(schema)), [schema]);
  const { id, name, version, width, height } = schema;
  return (
    <div class="new-batch">
      <div class="chosen-template">
        <TemplatePicture id={id} version={version} alt="" />
        <div>
          <strong dir="auto">{name}</strong>
          <p class="quiet">
            {texts.size(width, height)} · v{version}
          </p>
          <a href={pathTo("batches", "new")}>{texts.otherTemplate}</a>
        </div>
      </div>
      {targets.length === 0 ? (
        <p>{texts.nothingToFill}</p>
      ) : (
        <AddSheet template={{ id, name, version, width, height }} targets={targets} />
      )}
    </div>
  );
}
