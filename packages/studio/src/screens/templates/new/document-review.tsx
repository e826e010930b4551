import { useState } from "preact/hooks";
import { TextField } from "../../../components/field.js";
import { ImportNotes } from "../../../components/import-notes.js";
import { importSvg as importTexts } from "../../../messages/en/import-svg.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import { problemsOf } from "./problems-of.js";
import { readDocument } from "./read-document.js";
import { TemplateDraft } from "./template-draft.js";
import type { ReadFile } from "./template-file.js";
import { usePicture } from "./use-picture.js";

interface DocumentReviewProps {
  readonly file: ReadFile;
  readonly onDiscard: () => void;
}

/** Shows a document from a file: its picture, or what is wrong with it, at the line. It is created only on request. */
export function DocumentReview({ file, onDiscard }: DocumentReviewProps) {
  const [text, setText] = useState(file.text);
  const read = readDocument(text);
  const { notes = [] } = file;
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
      fields={
        notes.length > 0 && (
          <section aria-labelledby="import-notes">
            <h2 id="import-notes">{importTexts.notesTitle(file.name)}</h2>
            <ImportNotes notes={notes} />
          </section>
        )
      }
    >
      <TextField label={texts.document} value={text} onInput={setText} rows={28} isMono />
    </TemplateDraft>
  );
}
