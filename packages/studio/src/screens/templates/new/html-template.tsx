import { ApiError } from "@image-render/client";
import { useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { SelectField, TextField } from "../../../components/field.js";
import { Picture } from "../../../components/picture.js";
import { ErrorNotice } from "../../../components/states.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import { navigate, pathTo } from "../../../router/location.js";
import { irs } from "../../../service/irs.js";
import { invalidate } from "../../../service/resources.js";
import { useAction } from "../../../service/use-action.js";
import { previewScale } from "../service/preview-scale.js";
import { type Size, SIZES, type SizeName } from "../size-presets.js";
import { documentOfHtml, type HtmlProblem, problemsOfHtml } from "./html-document.js";
import { usePicture } from "./use-picture.js";

interface HtmlTemplateProps {
  readonly onDiscard: () => void;
}

/** The longest side of the preview in pixels. */
const PREVIEW_SIDE_PX = 1200;

/** Begins with HTML, which becomes a layer. It is drawn while it is typed, and its problems are named by line. */
export function HtmlTemplate({ onDiscard }: HtmlTemplateProps) {
  const [html, setHtml] = useState("");
  const [sizeName, setSizeName] = useState<SizeName>("openGraph");
  const [name, setName] = useState<string>(texts.htmlName);
  const size: Size = SIZES[sizeName];
  const isEmpty = html.trim() === "";
  const { picture, error } = usePicture(`${sizeName} ${html}`, () =>
    isEmpty
      ? undefined
      : {
          content: documentOfHtml(html, size),
          previewScale: previewScale(size.width, size.height, PREVIEW_SIDE_PX),
        },
  );
  const problems = isEmpty ? [] : problemsOfHtml(error);
  const creation = useAction(async () => {
    const { id } = await irs.templates.create({
      name: name.trim() || texts.htmlName,
      document: documentOfHtml(html, size),
    });
    invalidate("templates");
    navigate(pathTo("templates", id));
  });
  return (
    <div class="document-review">
      <div class="document-side">
        {picture !== undefined && !isEmpty && <Picture src={picture} alt={texts.pictureAlt} />}
        <TextField label={texts.name} value={name} onInput={setName} />
        <SelectField
          label={texts.htmlSize}
          value={sizeName}
          choices={(Object.keys(SIZES) as SizeName[]).map((value) => ({
            value,
            label: `${texts.sizes[value]}, ${texts.sizeOf(SIZES[value].width, SIZES[value].height)}`,
          }))}
          onInput={(value) => setSizeName(value as SizeName)}
        />
        <div class="dialog-buttons">
          <Button onClick={onDiscard}>{texts.htmlDiscard}</Button>
          <Button
            kind="primary"
            isDisabled={isEmpty || problems.length > 0}
            isBusy={creation.isRunning}
            onClick={() => void creation.run()}
          >
            {texts.create}
          </Button>
        </div>
        {creation.error !== undefined && <ErrorNotice what={texts.createFailed} error={creation.error} />}
        {error !== undefined && !(error instanceof ApiError) && <ErrorNotice what={texts.createFailed} error={error} />}
        <Problems problems={problems} />
      </div>
      <TextField label={texts.html} hint={texts.htmlHint} value={html} onInput={setHtml} rows={28} isMono hasFocus />
    </div>
  );
}

function Problems({ problems }: { readonly problems: readonly HtmlProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div role="alert">
      <p>{texts.htmlProblems}</p>
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
