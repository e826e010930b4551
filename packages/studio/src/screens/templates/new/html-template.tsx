import { useState } from "preact/hooks";
import { SelectField, TextField } from "../../../components/field.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import { previewScale } from "../service/preview-scale.js";
import { type Size, SIZES, type SizeName } from "../size-presets.js";
import { documentOfHtml, problemsOfHtml } from "./html-document.js";
import { TemplateDraft } from "./template-draft.js";
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
  const size: Size = SIZES[sizeName];
  const document = html.trim() === "" ? undefined : documentOfHtml(html, size);
  const { picture, error } = usePicture(
    `${sizeName} ${html}`,
    () => document && { content: document, previewScale: previewScale(size.width, size.height, PREVIEW_SIDE_PX) },
  );
  const fields = (
    <SelectField
      label={texts.htmlSize}
      value={sizeName}
      choices={(Object.keys(SIZES) as SizeName[]).map((value) => ({
        value,
        label: `${texts.sizes[value]}, ${texts.sizeOf(SIZES[value].width, SIZES[value].height)}`,
      }))}
      onInput={(value) => setSizeName(value as SizeName)}
    />
  );
  return (
    <TemplateDraft
      name={texts.htmlName}
      document={document}
      picture={document && picture}
      problems={document === undefined ? [] : problemsOfHtml(error)}
      problemsTitle={texts.htmlProblems}
      error={error}
      discard={{ label: texts.htmlDiscard, onClick: onDiscard }}
      fields={fields}
    >
      <TextField label={texts.html} hint={texts.htmlHint} value={html} onInput={setHtml} rows={28} isMono hasFocus />
    </TemplateDraft>
  );
}
