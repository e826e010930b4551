import { useState } from "preact/hooks";
import { TextField } from "../../../components/field.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import { problemsOf } from "./problems-of.js";
import { readDocument } from "./read-document.js";
import { TemplateDraft } from "./template-draft.js";
import { usePicture } from "./use-picture.js";

interface DocumentReviewProps {
  readonly file: { readonly name: string; readonly text: string };
  readonly onDiscard: () => void;
}

/** Shows a document from a file: its picture, or what is wrong with it, at the line. It is created only on request. */
export function DocumentReview({ file, onDiscard }: DocumentReviewProps) {
  const [text, setText] = useState(file.text);
  const read = readDocument(text);
  const { picture, error } = usePicture(text, () => readDocument(text).document);
  return (
    <TemplateDraft
      name={read.document?.name ?? file.name.replace(/\.json$/i, "")}
      document={read.document?.content}
      picture={picture}
      problems={problemsOf(text, read, error)}
      problemsTitle={texts.problems}
      error={error}
      discard={{ label: texts.discard, onClick: onDiscard }}
    >
      <TextField label={texts.document} value={text} onInput={setText} rows={28} isMono />
    </TemplateDraft>
  );
}
