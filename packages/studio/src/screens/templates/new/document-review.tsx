import { ApiError } from "@image-render/client";
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
import { readDocument } from "./read-document.js";
import { problemsOf } from "./problems-of.js";
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
  const [name, setName] = useState(read.document?.name ?? file.name.replace(/\.json$/i, ""));
  const creation = useAction(async () => {
    if (read.document === undefined) return;
    const { id } = await irs.templates.create({ name: name.trim() || file.name, document: read.document.content });
    invalidate("templates");
    navigate(pathTo("templates", id));
  });
  const problems = problemsOf(text, read, error);
  return (
    <div class="document-review">
      <div class="document-side">
        {picture !== undefined && <Picture src={picture} alt={texts.pictureAlt} />}
        <TextField label={texts.name} value={name} onInput={setName} />
        <div class="dialog-buttons">
          <Button onClick={onDiscard}>{texts.discard}</Button>
          <Button
            kind="primary"
            isDisabled={problems.length > 0 || read.document === undefined}
            isBusy={creation.isRunning}
            onClick={() => void creation.run()}
          >
            {texts.create}
          </Button>
        </div>
        {creation.error !== undefined && <ErrorNotice what={texts.createFailed} error={creation.error} />}
        {error !== undefined && !(error instanceof ApiError) && <ErrorNotice what={texts.createFailed} error={error} />}
        {problems.length > 0 && (
          <div role="alert">
            <p>{texts.problems}</p>
            <ul class="document-problems">
              {problems.map(({ line, message }) => (
                <li key={`${line} ${message}`}>
                  <strong>{texts.problemAt(line)}</strong> {message}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <TextField label={texts.document} value={text} onInput={setText} rows={28} isMono />
    </div>
  );
}
