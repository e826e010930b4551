import { ApiError, type TemplateDocument } from "@image-render/client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { TextField } from "../../../components/field.js";
import { Picture } from "../../../components/picture.js";
import { ErrorNotice } from "../../../components/states.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import { navigate, pathTo } from "../../../router/location.js";
import { irs } from "../../../service/irs.js";
import { invalidate } from "../../../service/resources.js";
import { useAction } from "../../../service/use-action.js";
import type { Problem } from "./problems-of.js";

interface TemplateDraftProps {
  /** The name that the template gets, unless the person changes it. */
  readonly name: string;
  /** Undefined while there is nothing to create. */
  readonly document: TemplateDocument | undefined;
  readonly picture: string | undefined;
  /** The problems of the document, and the sentence above them. */
  readonly problems: readonly Problem[];
  readonly problemsTitle: string;
  /** The error of the picture. */
  readonly error: Error | undefined;
  readonly discard: { readonly label: string; readonly onClick: () => void };
  /** Fields below the name. */
  readonly fields?: ComponentChildren;
  /** The text of the document, beside the picture. */
  readonly children: ComponentChildren;
}

/** A document that becomes a template on request: its picture, its name, what is wrong with it, and its text. */
export function TemplateDraft(props: TemplateDraftProps) {
  const { document, picture, problems, problemsTitle, error, discard, fields, children } = props;
  const [name, setName] = useState(props.name);
  const creation = useAction(async () => {
    if (document === undefined) return;
    const { id } = await irs.templates.create({ name: name.trim() || props.name, document });
    invalidate("templates");
    navigate(pathTo("templates", id));
  });
  return (
    <div class="document-review">
      <div class="document-side">
        {picture !== undefined && <Picture src={picture} alt={texts.pictureAlt} />}
        <TextField label={texts.name} value={name} onInput={setName} />
        {fields}
        <div class="dialog-buttons">
          <Button onClick={discard.onClick}>{discard.label}</Button>
          <Button
            kind="primary"
            isDisabled={problems.length > 0 || document === undefined}
            isBusy={creation.isRunning}
            onClick={() => void creation.run()}
          >
            {texts.create}
          </Button>
        </div>
        {creation.error !== undefined && <ErrorNotice what={texts.createFailed} error={creation.error} />}
        {error !== undefined && !(error instanceof ApiError) && <ErrorNotice what={texts.createFailed} error={error} />}
        {problems.length > 0 && <Problems title={problemsTitle} problems={problems} />}
      </div>
      {children}
    </div>
  );
}

function Problems({ title, problems }: { readonly title: string; readonly problems: readonly Problem[] }) {
  return (
    <div role="alert">
      <p>{title}</p>
      <ul class="document-problems">
        {problems.map(({ line, message }) => (
          <li key={`${line ?? ""} ${message}`}>
            {line !== undefined && <strong>{texts.problemAt(line)} </strong>}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
